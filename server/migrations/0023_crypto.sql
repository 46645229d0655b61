-- Crypto: address books of players; unsupported tokens, whose recipients are notified; payouts checked on the chain again; money that only the chain
-- has seen, credited by two staff members.

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
create trigger crypto_addresses_guard before update or delete on crypto_addresses
  for each row execute function crypto_addresses_guard();

-- When the books process it next: one that cannot be booked delays no other.
alter table crypto_withdrawals add column book_at bigint not null default 0;
drop index crypto_withdrawals_books;
create index crypto_withdrawals_books on crypto_withdrawals (book_at)
  where state in ('CONFIRMED', 'FAILED') and end_transfer is null;

-- When a finished transaction of the signer is checked on the chain again, and the last answer if it differed.
alter table crypto_payouts
  add column check_at bigint not null default 0,
  add column doubt text;
create index crypto_payouts_check on crypto_payouts (network, check_at) where state in ('CONFIRMED', 'DEAD');

-- The player whose address received the unsupported token, and when they were notified.
alter table crypto_strays
  add column player_id text collate "C" references crypto_players (player_id),
  add column notified_at bigint;
update crypto_strays s set player_id = w.player_id from crypto_wallets w where w.id = s.wallet_id;
alter table crypto_strays alter column player_id set not null;
create index crypto_strays_of_player on crypto_strays (player_id, at desc, txid desc, idx desc);
create index crypto_strays_to_notify on crypto_strays (at) where notified_at is null;

-- A payment entered by staff, because no block lists it: the balance of its address is checked instead of its transaction.
alter table crypto_payments add column by_staff boolean not null default false;
drop index crypto_payments_check;
create index crypto_payments_check on crypto_payments (network, check_at) where state = 'CREDITED' and not by_staff;

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
