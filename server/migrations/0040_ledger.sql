-- The site's own accounts ('house', 'world') collect postings first: a transfer adds a row here instead of waiting for the account's single row, for
-- which every market order used to queue. A sweep folds the rows into the balance: the account's amount is its balance plus the rows here.

-- owner: ledger
create table ledger_pending (
  id bigserial primary key,
  account_id text collate "C" not null references ledger_accounts (id),
  cents bigint not null check (cents <> 0)
);
