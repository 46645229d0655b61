-- Money by crypto: a book of each player's own withdrawal addresses; tokens that are not taken, told to whom they were sent; payouts
-- asked about on the chain again; money that only the chain has seen, credited by two of the staff.

-- owner: crypto/withdrawals
-- Addresses that a player may withdraw to. One that is new waits until `usable_at`; it is never changed, and one that was removed stays
-- as what it was, so that it can be told who had which address when.
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
create trigger crypto_addresses_guard before update or delete on crypto_addresses
  for each row execute function crypto_addresses_guard();

-- When the books look at it next: one that cannot be booked holds up no other.
alter table crypto_withdrawals add column book_at bigint not null default 0;
drop index crypto_withdrawals_books;
create index crypto_withdrawals_books on crypto_withdrawals (book_at)
  where state in ('CONFIRMED', 'FAILED') and end_transfer is null;

-- When the chain is asked again about a transaction of the signer that is over, and what the last answer was where it was not as written.
alter table crypto_payouts
  add column check_at bigint not null default 0,
  add column doubt text;
create index crypto_payouts_check on crypto_payouts (network, check_at) where state in ('CONFIRMED', 'DEAD');

-- Whose address a token that is not taken was sent to, and when they were told.
alter table crypto_strays
  add column player_id text collate "C" references crypto_players (player_id),
  add column told_at bigint;
update crypto_strays s set player_id = w.player_id from crypto_wallets w where w.id = s.wallet_id;
alter table crypto_strays alter column player_id set not null;
create index crypto_strays_of_player on crypto_strays (player_id, at desc, txid desc, idx desc);
create index crypto_strays_untold on crypto_strays (at) where told_at is null;

-- A payment that staff wrote down, as no block lists it: the chain is asked about what its address holds, and not about its transaction.
alter table crypto_payments add column by_staff boolean not null default false;
drop index crypto_payments_check;
create index crypto_payments_check on crypto_payments (network, check_at) where state = 'CREDITED' and not by_staff;

-- owner: crypto
-- Money that only the balance of an address shows (incident UNSEEN_MONEY), credited by two of the staff: the one who asked for it, and
-- another one who allowed it.
create table crypto_unseen (
  incident_id bigint primary key references crypto_incidents (id),
  -- The transaction that brought it, as the staff found it.
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
