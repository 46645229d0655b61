-- Locks accounts until the transaction ends, in the common order of all transfers, and returns their balances: p_accounts sorted and unique; balances
-- in the same order, null for an account that was never opened.
create or replace function ledger_hold(p_accounts text[]) returns bigint[] language plpgsql as $$
begin
  return (
    with held as materialized (
      select id, balance from ledger_accounts where id = any (p_accounts) order by id for update
    )
    select array_agg(h.balance order by w.no) from unnest(p_accounts) with ordinality w (id, no) left join held h on h.id = w.id
  );
end $$;
