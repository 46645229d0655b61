-- The site's own accounts ('house', 'world') are postings first: a transfer adds a row here instead of waiting for the one row of the
-- account, for which every order of the market queued. A sweep folds the rows into the account's balance: what is in the account is
-- its balance and what waits here.

-- owner: ledger
create table ledger_pending (
  id bigserial primary key,
  account_id text collate "C" not null references ledger_accounts (id),
  cents bigint not null check (cents <> 0)
);
