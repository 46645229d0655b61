-- Many transfers at once, all or nothing, each under a key that was never used. What each moves through an account counts
-- together: of several transfers out of one account, the caller has seen to it that each was covered.
-- FPL01: an account would go below zero. FPL02: a key was used before. FPL03: our bug.
create or replace function ledger_transfers(p_lines ledger_line[]) returns void language plpgsql as $$
declare
  v_transfers integer;
  v_written integer;
  v_accounts integer;
begin
  if exists (select from unnest(p_lines) l group by l.transfer_id
      having sum(l.cents) <> 0 or count(*) < 2 or bool_or(l.cents = 0) or count(distinct l.account_id) <> count(*)) then
    raise exception 'a transfer needs two or more accounts, each once, and cents that sum to zero' using errcode = 'FPL03';
  end if;
  insert into transfers (id, key, code, ref, at)
  select distinct l.transfer_id, l.key, l.code, l.ref, l.at from unnest(p_lines) l on conflict (key) do nothing;
  get diagnostics v_written = row_count;
  select count(distinct l.transfer_id), count(distinct l.account_id) into v_transfers, v_accounts from unnest(p_lines) l;
  if v_written <> v_transfers then
    raise exception '% of % transfers have a key of their own', v_written, v_transfers using errcode = 'FPL02';
  end if;
  -- One lock order for every transfer: account ids, ascending.
  perform 1 from ledger_accounts where id = any (array(select l.account_id from unnest(p_lines) l)) order by id for update;
  update ledger_accounts a set balance = a.balance + m.cents
  from (select l.account_id, sum(l.cents)::bigint as cents from unnest(p_lines) l group by l.account_id) m
  where a.id = m.account_id and (a.balance + m.cents >= 0 or m.cents > 0 or a.kind in ('house', 'world'));
  get diagnostics v_written = row_count;
  if v_written <> v_accounts then
    if exists (select from unnest(p_lines) l left join ledger_accounts a on a.id = l.account_id where a.id is null) then
      raise exception 'a transfer names an account that was never opened' using errcode = 'FPL03';
    end if;
    raise exception 'a transfer is not covered' using errcode = 'FPL01';
  end if;
  insert into postings (transfer_id, account_id, cents) select l.transfer_id, l.account_id, l.cents from unnest(p_lines) l;
end $$;
