-- Holds accounts until the transaction ends, in the one order of all transfers, and says what is in them: p_accounts sorted and
-- each once; the balances come in the same order, null for one that was never opened.
create or replace function ledger_hold(p_accounts text[]) returns bigint[] language plpgsql as $$
begin
  perform 1 from ledger_accounts where id = any (p_accounts) order by id for update;
  return array(select a.balance from unnest(p_accounts) with ordinality w (id, no)
    left join ledger_accounts a on a.id = w.id order by w.no);
end $$;
