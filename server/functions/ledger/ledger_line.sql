-- A posting of one of many transfers, with what its transfer is: the argument of ledger_transfers. Lines of one transfer say
-- the same of it, and name each account once.
create type ledger_line as (transfer_id text, key text, code text, ref text, at bigint, account_id text, cents bigint);
