-- Holds accounts until the transaction ends, in the one order of all transfers, and says what is in them: p_accounts sorted and
-- each once; the balances come in the same order, null for one that was never opened.
create or replace function ledger_hold(p_accounts text[]) returns bigint[] language plpgsql as $$
begin
  return (
    with held as materialized (
      select id, balance from ledger_accounts where id = any (p_accounts) order by id for update
    )
    select array_agg(h.balance order by w.no) from unnest(p_accounts) with ordinality w (id, no) left join held h on h.id = w.id
  );
end $$;
