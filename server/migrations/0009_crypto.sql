-- Crypto deposits: addresses of players, what they said they would send, and what the chains show. Two roles write here. The watcher
-- (fairpot_watcher) reports through functions what a chain shows; it cannot touch money or orders. The app credits what follows. Coin amounts are
-- base units and exist only in these tables; everything else counts cents.

-- owner: crypto
-- One row per chain: how many addresses were assigned, and how far its blocks were read.
create table crypto_networks (
  network text collate "C" primary key check (network in ('tron', 'bitcoin', 'ethereum')),
  -- Index of the next address below the configured key; an assigned one is never assigned again.
  next_index bigint not null default 0 check (next_index between 0 and 2147483648),
  -- The last completely read block, and its hash; null before the watcher began.
  height bigint check (height >= 0),
  hash text collate "C",
  read_at bigint,
  check ((height is null) = (hash is null) and (height is null) = (read_at is null))
);
insert into crypto_networks (network) values ('tron'), ('bitcoin'), ('ethereum');

-- owner: crypto
-- Hashes of the last read blocks, to find the fork point of a re-org.
create table crypto_blocks (
  network text collate "C" not null references crypto_networks (network),
  height bigint not null,
  hash text collate "C" not null,
  primary key (network, height)
);

-- owner: withdrawals
-- What a player deposited and withdrew in crypto; locked first by everything that concerns a player's crypto.
create table crypto_players (
  player_id text collate "C" primary key references players (id),
  deposited_cents bigint not null default 0 check (deposited_cents >= 0),
  taken_cents bigint not null default 0 check (taken_cents >= 0)
);

-- owner: crypto
-- An assigned address: for one player, one coin, one order. Only its initially null columns ever change.
create table crypto_wallets (
  id text collate "C" primary key,
  player_id text collate "C" not null references crypto_players (player_id),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  network text collate "C" not null references crypto_networks (network),
  -- The address is derived from the configured key and this; code that shows or credits it derives it again and compares.
  idx bigint not null check (idx >= 0),
  address text collate "C" not null,
  made_at bigint not null,
  ordered boolean not null default false,
  -- When it was last shown or ordered with; the older, the less often it is polled on a chain that is polled by address.
  warm_at bigint not null,
  -- Next poll, on a chain that is polled by address; null on those that are read block by block.
  look_at bigint check ((look_at is not null) = (network = 'bitcoin')),
  -- When its balance is checked on the chain, and the last answer if it differed from the payments.
  weigh_at bigint not null default 0,
  doubt text,
  unique (network, idx),
  unique (network, address)
);
-- A player has one address of each coin without an order.
create unique index crypto_wallets_free on crypto_wallets (player_id, coin) where not ordered;
create index crypto_wallets_look on crypto_wallets (network, look_at) where look_at is not null;
create index crypto_wallets_weigh on crypto_wallets (network, weigh_at);

-- owner: crypto
-- What a player said they would send, or (asked_cents null) what arrived at an address without an order.
create table crypto_orders (
  id text collate "C" primary key,
  player_id text collate "C" not null references crypto_players (player_id),
  wallet_id text collate "C" not null unique references crypto_wallets (id),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  asked_cents bigint check (asked_cents > 0),
  -- Base units of the coin for that sum, and the locked rate: millionths of a dollar for one coin.
  units numeric(40, 0) check (units > 0),
  rate_micro bigint check (rate_micro > 0),
  created_at bigint not null,
  lock_until bigint not null check (lock_until >= created_at),
  expires_at bigint not null check (expires_at >= lock_until),
  status text collate "C" not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'DECLINED')),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  version integer not null default 1,
  changed_at bigint not null,
  -- The player's slot for waiting orders.
  slot smallint check (slot between 1 and 5),
  -- The base units that the rate holds for (0: none), and those used by payments.
  lock_units numeric(40) not null default 0,
  lock_used numeric(40) not null default 0,
  constraint crypto_orders_lock_asked check (lock_units = 0 or units is not null),
  constraint crypto_orders_lock_used check (lock_used >= 0 and lock_used <= lock_units),
  check ((asked_cents is null) = (units is null) and (asked_cents is null) = (rate_micro is null)),
  check (slot is null or status = 'PENDING'),
  check ((status = 'COMPLETED') = (credited_cents > 0))
);
create unique index crypto_orders_slots on crypto_orders (player_id, slot) where slot is not null;
create index crypto_orders_of_player on crypto_orders (player_id, id desc);
create index crypto_orders_waiting on crypto_orders (expires_at) where status = 'PENDING';
create index crypto_orders_locks on crypto_orders (player_id, created_at) where lock_units > 0;

-- owner: crypto
-- Payments that a chain shows to an address, once for ever: `idx` is the output, the number of the log in its transaction, or 0.
create table crypto_payments (
  network text collate "C" not null references crypto_networks (network),
  txid text collate "C" not null check (txid ~ '^[0-9a-f]{64}$'),
  idx integer not null check (idx >= 0),
  wallet_id text collate "C" not null references crypto_wallets (id),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  units numeric(40, 0) not null check (units > 0),
  -- Its block; null: none.
  height bigint,
  block_hash text collate "C",
  confirmations integer not null default 0 check (confirmations >= 0),
  -- Deep enough that the chain itself calls it final.
  final boolean not null default false,
  state text collate "C" not null check (state in ('SEEN', 'CONFIRMING', 'CREDITED', 'REORGED', 'LOST', 'DUST')),
  seen_at bigint not null,
  changed_at bigint not null,
  -- It may still move: not credited, or not yet a hundred blocks deep.
  watched boolean not null default true,
  -- When the books process it next; null: nothing to do.
  due_at bigint,
  credited_cents bigint check (credited_cents > 0),
  rate_micro bigint check (rate_micro > 0),
  credited_at bigint,
  transfer_id text collate "C" unique references transfers (id),
  -- When a credited payment is checked on the chain again, and the last answer if it differed.
  check_at bigint not null default 0,
  doubt text,
  -- Entered by staff, because no block lists it: the balance of its address is checked instead of its transaction.
  by_staff boolean not null default false,
  -- When it was first seen in its current block, and which part of it was credited at the locked rate of its order.
  block_at bigint,
  locked_units numeric(40),
  locked_micro bigint check (locked_micro > 0),
  constraint crypto_payments_locked check ((locked_units is null) = (locked_micro is null)
    and (locked_units is null or (locked_units > 0 and locked_units <= units and credited_cents is not null))),
  primary key (network, txid, idx),
  check ((height is null) = (block_hash is null)),
  check ((state = 'CREDITED') = (credited_cents is not null)),
  check ((credited_cents is null) = (transfer_id is null) and (credited_cents is null) = (credited_at is null)
    and (credited_cents is null) = (rate_micro is null))
);
create index crypto_payments_wallet on crypto_payments (wallet_id);
create index crypto_payments_watched on crypto_payments (network, height) where watched;
create index crypto_payments_due on crypto_payments (due_at) where due_at is not null;
create index crypto_payments_check on crypto_payments (network, check_at) where state = 'CREDITED' and not by_staff;
-- Credited payments that may still leave their block, summed before each credit.
create index crypto_payments_unfinal on crypto_payments (coin) where state = 'CREDITED' and not final;
create trigger crypto_payments_guard before update or delete on crypto_payments
  for each row execute function crypto_payments_guard();

-- owner: crypto
-- Unsupported tokens that were sent to an address of ours: never credited, kept for staff.
create table crypto_strays (
  network text collate "C" not null references crypto_networks (network),
  txid text collate "C" not null,
  idx integer not null,
  wallet_id text collate "C" not null references crypto_wallets (id),
  contract text collate "C" not null,
  units numeric(80, 0) not null,
  at bigint not null,
  -- The recipient, and when they were notified.
  player_id text collate "C" not null references crypto_players (player_id),
  notified_at bigint,
  primary key (network, txid, idx)
);
create index crypto_strays_of_player on crypto_strays (player_id, at desc, txid desc, idx desc);
create index crypto_strays_to_notify on crypto_strays (at) where notified_at is null;
-- Staff browse those of all recipients, newest first.
create index crypto_strays_newest on crypto_strays (at desc, txid desc, idx desc);

-- owner: crypto
-- Incidents for a person. Only one kind closes automatically: a payment that is final in the chain again.
create table crypto_incidents (
  id bigint generated always as identity primary key,
  kind text collate "C" not null check (kind ~ '^[A-Z][A-Z_]{1,39}$'),
  network text collate "C" references crypto_networks (network),
  -- The payment, or '' and 0. Without a network, the id of a transfer; for an address, `idx` is its index.
  txid text collate "C" not null,
  idx integer not null,
  wallet_id text collate "C" references crypto_wallets (id),
  detail text not null,
  at bigint not null,
  closed_at bigint,
  -- Who closed it and why; null if it closed automatically, because the payment was in the chain again.
  closed_by text collate "C" references players (id),
  why text check (length(why) between 1 and 300),
  constraint crypto_incidents_closed check ((closed_by is null) = (why is null) and (closed_by is null or closed_at is not null))
);
create unique index crypto_incidents_open on crypto_incidents (kind, txid, idx, coalesce(network, '')) where closed_at is null;
create index crypto_incidents_known on crypto_incidents (kind, txid, idx);
create trigger crypto_incidents_guard before update or delete on crypto_incidents
  for each row execute function crypto_incidents_guard();
create index crypto_incidents_wallet on crypto_incidents (wallet_id) where closed_at is null;

-- owner: crypto
-- Each source's last price of a coin, in millionths of a dollar.
create table crypto_rates (
  source text collate "C" not null check (source in ('coingecko', 'kraken')),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  micro bigint not null check (micro > 0),
  quoted_at bigint not null,
  primary key (source, coin)
);

-- owner: crypto
-- Which node queries a source: the first to claim it.
create table crypto_rate_turns (
  source text collate "C" primary key check (source in ('coingecko', 'kraken')),
  due_at bigint not null default 0
);
insert into crypto_rate_turns (source) values ('coingecko'), ('kraken');

-- owner: crypto
-- Money that only the balance of an address shows (incident UNSEEN_MONEY), credited by two staff members: one requests it, another approves it.
create table crypto_unseen (
  incident_id bigint primary key references crypto_incidents (id),
  -- The transaction that brought it, as found by staff.
  txid text collate "C" not null check (txid ~ '^[0-9a-f]{64}$'),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  units numeric(40, 0) not null check (units > 0),
  asked_by text collate "C" not null references players (id),
  asked_why text not null check (length(asked_why) between 3 and 300),
  asked_at bigint not null,
  allowed_by text collate "C" references players (id) check (allowed_by <> asked_by),
  allowed_at bigint check ((allowed_at is null) = (allowed_by is null))
);
create trigger crypto_unseen_guard before update or delete on crypto_unseen
  for each row execute function crypto_unseen_guard();

-- owner: crypto
-- Progress of each audit round, which compares the books of crypto with ledger, keys and chains again and again. `after` is the last checked row, in
-- the round's own terms; '' starts over.
create table crypto_audits (
  walk text collate "C" primary key,
  after text collate "C" not null default '',
  rounds integer not null default 0,
  due_at bigint not null default 0
);

-- owner: crypto
-- Market rates, as reported by the sources: the middle of two that agree. noted_at: when it was stored; quoted_at: the older of the two figures. Kept
-- for a week.
create table crypto_readings (
  coin text not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  noted_at bigint not null,
  quoted_at bigint not null,
  micro bigint not null check (micro > 0),
  primary key (coin, noted_at)
);
