-- Money: double entry in US cents. Only the functions of server/functions/ledger write these tables; a transfer never changes.

-- owner: ledger
-- One row per place that can hold money. The id is its name: 'cash:ply_..', 'hold:ply_..', 'escrow:rnd_..', 'fee:coinflip', 'house', 'world'. 'world'
-- is everything outside the site, so that all balances together are 0.
create table ledger_accounts (
  id text collate "C" primary key,
  kind text not null check (kind in ('player_cash', 'player_hold', 'escrow', 'fee', 'house', 'world')),
  -- Player, round or game that the account belongs to; null for 'house' and 'world'.
  owner_id text,
  balance bigint not null default 0,
  opened_at bigint not null,
  check ((owner_id is null) = (kind in ('house', 'world'))),
  constraint ledger_accounts_covered check (balance >= 0 or kind in ('house', 'world'))
);
create index ledger_accounts_owner on ledger_accounts (owner_id) where owner_id is not null;
-- The initial accounts. 'gifts' is what a demo gave away: its balance is negative by that amount. Separate from outside money; a live site never has
-- any. 'bonus' pays promo codes, so that it shows what bonuses cost the house.
select ledger_open('world', 'world', null, 0), ledger_open('house', 'house', null, 0), ledger_open('gifts', 'world', null, 0),
  ledger_open('bonus', 'house', null, 0);

-- owner: ledger
create table transfers (
  id text collate "C" primary key,
  -- The purpose of the transfer, unique for ever: a second transfer under the same key is the first one.
  key text not null unique,
  -- Why: DEPOSIT, DEMO_GRANT, HOLD, HOLD_RELEASE, ESCROW_HOLD, ESCROW_SETTLE, ESCROW_VOID, ...
  code text not null check (code ~ '^[A-Z][A-Z_]{1,39}$'),
  -- The round, order or request behind it.
  ref text not null,
  at bigint not null
);
-- Transfers of crypto among all others, in order, for the audit round that checks each.
create index transfers_crypto on transfers (code, id) where code like 'CRYPTO\_%';
create trigger transfers_append_only before update or delete on transfers
  for each statement execute function ledger_append_only();

-- owner: ledger
create table postings (
  transfer_id text collate "C" not null references transfers (id),
  account_id text collate "C" not null references ledger_accounts (id),
  cents bigint not null check (cents <> 0),
  primary key (transfer_id, account_id)
);
create index postings_account on postings (account_id, transfer_id);
create trigger postings_append_only before update or delete on postings
  for each statement execute function ledger_append_only();
-- The sum of a transfer is checked once for each statement, whatever wrote the postings: for each row, a query whose plan a connection kept from when
-- there were few rows would read all of them for each new one.
create trigger postings_balanced after insert on postings referencing new table as added
  for each statement execute function ledger_check_balanced();

-- owner: ledger
-- Money staked in a round. Ended once, by the transfer that paid it out or returned it.
create table escrows (
  round_id text collate "C" primary key,
  opened_at bigint not null,
  ended_by text collate "C" unique references transfers (id)
);
create index escrows_open on escrows (round_id) where ended_by is null;

-- owner: ledger
-- Movements of players' money in booking order, one row per player and transfer, with the balance after it. Written by a trigger on postings.
create table ledger_history (
  player_id text collate "C" not null,
  -- The transfer's instant; if two nodes' clocks differ, never before that of the previous movement.
  at bigint not null,
  id bigint generated always as identity,
  transfer_id text collate "C" not null references transfers (id),
  -- The kind for filters (ledger_kind).
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'GAME', 'MARKET', 'OTHER')),
  code text not null,
  ref text not null,
  -- Change of the spendable money (negative: out of it) and the balance afterwards; null: unchanged. The same for held money.
  cash_cents bigint,
  cash_after bigint check (cash_after >= 0),
  hold_cents bigint,
  hold_after bigint check (hold_after >= 0),
  primary key (player_id, kind, at, id),
  check ((cash_cents is null) = (cash_after is null) and (hold_cents is null) = (hold_after is null)),
  check (num_nulls(cash_cents, hold_cents) < 2)
);
-- A player's newest movements of every kind; exports read it too.
create index ledger_history_order on ledger_history (player_id, at, id);
create trigger ledger_history_append_only before update or delete on ledger_history
  for each statement execute function ledger_append_only();
create trigger postings_remembered after insert on postings referencing new table as added
  for each statement execute function ledger_remember();

-- owner: ledger
-- The site's own accounts ('house', 'world') collect postings first: a transfer adds a row here instead of waiting for the account's single row, for
-- which every market order would queue. A sweep folds the rows into the balance: the account's amount is its balance plus the rows here.
create table ledger_pending (
  id bigserial primary key,
  account_id text collate "C" not null references ledger_accounts (id),
  cents bigint not null check (cents <> 0)
);
