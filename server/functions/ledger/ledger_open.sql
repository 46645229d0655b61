-- Opens an empty account; an existing one stays unchanged. p_id is its name and p_owner its owner, as in ledger_accounts.
create or replace function ledger_open(p_id text, p_kind text, p_owner text, p_at bigint) returns void language sql as $$
  insert into ledger_accounts (id, kind, owner_id, opened_at) values (p_id, p_kind, p_owner, p_at)
  on conflict (id) do nothing
$$;
