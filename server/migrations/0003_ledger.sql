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
-- The two initial accounts.
select ledger_open('world', 'world', null, 0), ledger_open('house', 'house', null, 0);

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
-- The sum of a transfer is checked when its transaction commits, whatever wrote the postings.
create constraint trigger postings_balanced after insert on postings deferrable initially deferred
  for each row execute function ledger_check_balanced();

-- owner: ledger
-- Money staked in a round. Ended once, by the transfer that paid it out or returned it.
create table escrows (
  round_id text collate "C" primary key,
  opened_at bigint not null,
  ended_by text collate "C" unique references transfers (id)
);
