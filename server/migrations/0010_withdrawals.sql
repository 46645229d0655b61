-- Crypto withdrawals. Two roles write here. The app requests: what to pay to which address, and the staff's reviews. The signer (fairpot_signer)
-- reports the progress through functions, and stores each transaction before publishing it. The app cannot write a transaction, the signer cannot
-- write a request; a request never changes.

-- owner: crypto/withdrawals
-- What the signer can send: it advertises that regularly. A coin without a recent advertisement is not offered.
create table crypto_ways_out (
  coin text collate "C" primary key check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  -- The paying wallet, the maximum per payment (base units), and the keys whose signatures count as a review.
  wallet text collate "C" not null,
  most_units numeric(40, 0) not null check (most_units > 0),
  reviewers text[] not null,
  seen_at bigint not null
);

-- owner: crypto/withdrawals
create table crypto_withdrawals (
  id text collate "C" primary key,
  player_id text collate "C" not null references crypto_players (player_id),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  network text collate "C" not null check (network in ('tron', 'bitcoin', 'ethereum')),
  address text collate "C" not null,
  -- Taken off the balance; `fee_cents` of it for the network.
  cents bigint not null check (cents > 0),
  fee_cents bigint not null check (fee_cents between 0 and cents - 1),
  -- Base units that the address receives, and their rate.
  units numeric(40, 0) not null check (units > 0),
  rate_micro bigint not null check (rate_micro > 0),
  created_at bigint not null,
  state text collate "C" not null check (state in ('REVIEW', 'APPROVED', 'SIGNED', 'BROADCAST', 'CONFIRMED', 'FAILED', 'REFUNDED')),
  -- Two staff members must sign it first.
  review boolean not null,
  version integer not null default 1,
  changed_at bigint not null,
  -- When the signer processes it next.
  due_at bigint not null default 0,
  -- Of the transaction that pays it.
  txid text collate "C" check (txid ~ '^[0-9a-f]{64}$'),
  reason text collate "C" check (reason in ('REJECTED', 'REVERTED', 'EXPIRED', 'ADDRESS', 'TOO_LARGE', 'RATE_MOVED')),
  why text not null default '',
  -- The player's slot for pending withdrawals.
  slot smallint check (slot between 1 and 5),
  hold_transfer text collate "C" not null unique references transfers (id),
  -- The transfer that paid or refunded it; null while the money is on hold.
  end_transfer text collate "C" unique references transfers (id),
  ended_at bigint,
  -- When the books process it next: one that cannot be booked delays no other.
  book_at bigint not null default 0,
  -- When it was last quoted, the minimum its player agreed to and the maximum its reviewers sign, and the spread of its day.
  quoted_at bigint not null,
  least_units numeric(40) not null,
  most_units numeric(40) not null,
  spread_bps integer not null,
  constraint crypto_withdrawals_bounds check (least_units > 0 and units >= least_units and units <= most_units),
  constraint crypto_withdrawals_spread check (spread_bps >= 0 and spread_bps <= 10000),
  check (state <> 'REVIEW' or review),
  check ((txid is not null) = (state in ('SIGNED', 'BROADCAST', 'CONFIRMED'))),
  check ((reason is not null) = (state in ('FAILED', 'REFUNDED'))),
  check ((end_transfer is null) = (ended_at is null) and (end_transfer is null) = (slot is not null)),
  check (state not in ('REVIEW', 'APPROVED', 'SIGNED', 'BROADCAST', 'FAILED') or end_transfer is null),
  check (state <> 'REFUNDED' or end_transfer is not null)
);
create unique index crypto_withdrawals_slots on crypto_withdrawals (player_id, slot) where slot is not null;
create index crypto_withdrawals_of_player on crypto_withdrawals (player_id, id desc);
create index crypto_withdrawals_day on crypto_withdrawals (player_id, created_at);
create index crypto_withdrawals_due on crypto_withdrawals (network, due_at) where state in ('APPROVED', 'SIGNED', 'BROADCAST');
create index crypto_withdrawals_review on crypto_withdrawals (id) where state = 'REVIEW';
create index crypto_withdrawals_books on crypto_withdrawals (book_at)
  where state in ('CONFIRMED', 'FAILED') and end_transfer is null;
create index crypto_withdrawals_quotes on crypto_withdrawals (quoted_at) where state = 'APPROVED';
create trigger crypto_withdrawals_guard before insert or update or delete on crypto_withdrawals
  for each row execute function crypto_withdrawals_guard();

-- owner: crypto/withdrawals
-- Reviews of a withdrawal by staff: each person signs once, each key once. Never changed: it is also the record of who did what, when.
create table crypto_reviews (
  withdrawal_id text collate "C" not null references crypto_withdrawals (id),
  staff_id text collate "C" not null references players (id),
  act text collate "C" not null check (act in ('APPROVED', 'REJECTED')),
  -- Of an approval: the reviewer's key and their signature of the amount and recipient.
  key text collate "C" check (key ~ '^[0-9a-f]{64}$'),
  signature text collate "C" check (signature ~ '^[0-9a-f]{128}$'),
  why text not null default '',
  at bigint not null,
  primary key (withdrawal_id, staff_id, act),
  unique (withdrawal_id, key),
  check ((act = 'APPROVED') = (key is not null and signature is not null))
);

-- owner: crypto/withdrawals
-- Transactions made by the signer, stored before publication. A withdrawal has at most one live transaction; the next one only after the chain has
-- shown that the last one can never be in it.
create table crypto_payouts (
  withdrawal_id text collate "C" not null references crypto_withdrawals (id),
  attempt smallint not null check (attempt >= 1),
  network text collate "C" not null,
  coin text collate "C" not null,
  address text collate "C" not null,
  units numeric(40, 0) not null check (units > 0),
  txid text collate "C" not null check (txid ~ '^[0-9a-f]{64}$'),
  -- The signed bytes in hex: exactly these are sent again.
  raw text collate "C" not null,
  -- What makes it invalid one day: its expiry (TRON), its nonce (Ethereum), the outputs it spends (Bitcoin, 'txid:vout').
  expires_at bigint,
  nonce bigint,
  inputs text[] not null default '{}',
  signed_at bigint not null,
  state text collate "C" not null default 'SIGNED' check (state in ('SIGNED', 'BROADCAST', 'CONFIRMED', 'DEAD')),
  changed_at bigint not null,
  -- The block in which it is final.
  height bigint check ((height is not null) = (state = 'CONFIRMED')),
  -- When a finished one is checked on the chain again, and the last answer if it differed.
  check_at bigint not null default 0,
  doubt text,
  primary key (withdrawal_id, attempt),
  unique (network, txid)
);
create unique index crypto_payouts_alive on crypto_payouts (withdrawal_id) where state <> 'DEAD';
create unique index crypto_payouts_nonce on crypto_payouts (network, nonce) where nonce is not null and state <> 'DEAD';
create index crypto_payouts_day on crypto_payouts (coin, signed_at) where state <> 'DEAD';
create index crypto_payouts_check on crypto_payouts (network, check_at) where state in ('CONFIRMED', 'DEAD');
create index crypto_payouts_open on crypto_payouts (network) where state in ('SIGNED', 'BROADCAST');
create trigger crypto_payouts_guard before update or delete on crypto_payouts
  for each row execute function crypto_payouts_guard();

-- owner: crypto/withdrawals
-- Durations of withdrawals, by day: how many were done within which step (the n-th ends at 1.1^n ms). The page reads the rows of thirty days, however
-- much happened before.
create table withdrawal_times (
  day integer not null,
  kind text collate "C" not null check (kind in ('STEAM', 'TRX', 'USDT', 'BTC', 'ETH')),
  step smallint not null,
  done integer not null check (done > 0),
  primary key (day, kind, step)
);
create trigger withdrawal_timed after update of state on crypto_withdrawals for each row
  when (new.state = 'CONFIRMED' and old.state <> 'CONFIRMED') execute function withdrawal_timed();
create trigger withdrawal_timed after update of state on trade_orders for each row
  when (new.kind = 'WITHDRAWAL' and new.state in ('ACCEPTED', 'SETTLED') and old.state not in ('ACCEPTED', 'SETTLED'))
  execute function withdrawal_timed();

-- owner: crypto/withdrawals
-- Addresses that a player may withdraw to. A new one waits until `usable_at`. It never changes, and a removed one stays, as a record of who had which
-- address when.
create table crypto_addresses (
  id text collate "C" primary key,
  player_id text collate "C" not null references crypto_players (player_id),
  network text collate "C" not null check (network in ('tron', 'bitcoin', 'ethereum')),
  address text collate "C" not null,
  label text not null check (length(label) <= 40),
  added_at bigint not null,
  usable_at bigint not null check (usable_at >= added_at),
  removed_at bigint check (removed_at >= added_at)
);
create index crypto_addresses_of_player on crypto_addresses (player_id, id);
create unique index crypto_addresses_one on crypto_addresses (player_id, network, address) where removed_at is null;
-- Other players with an address.
create index crypto_addresses_shared on crypto_addresses (network, address, player_id);
create index crypto_addresses_added on crypto_addresses (added_at);
create trigger crypto_addresses_guard before update or delete on crypto_addresses
  for each row execute function crypto_addresses_guard();
