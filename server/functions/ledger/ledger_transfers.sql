-- Many transfers at once, all or nothing, each under a key that was never used. What each moves through an account counts
-- together: of several transfers out of one account, the caller has seen to it that each was covered. The caller holds the
-- accounts already (ledger_hold), which is where the one lock order of all transfers is kept.
--
-- That a transfer has two accounts or more, each once, and cents that sum to zero is said by the key of postings, their check and
-- their trigger (ledger_check_balanced). FPL01: an account would go below zero. unique_violation: a key was used before. FPL03: our bug.
create or replace function ledger_transfers(p_lines ledger_line[]) returns void language plpgsql as $$
declare
  v_written integer;
  v_accounts integer;
begin
  -- A plain insert: whose key is taken breaks the whole call, and to look first would be paid for by every one that is not.
  insert into transfers (id, key, code, ref, at) select distinct l.transfer_id, l.key, l.code, l.ref, l.at from unnest(p_lines) l;
  with moved as (
    select l.account_id, sum(l.cents)::bigint as cents from unnest(p_lines) l group by l.account_id
  ), booked as (
    update ledger_accounts a set balance = a.balance + m.cents from moved m
    where a.id = m.account_id and (a.balance + m.cents >= 0 or m.cents > 0 or a.kind in ('house', 'world'))
    returning a.id
  )
  select (select count(*) from moved), (select count(*) from booked) into v_accounts, v_written;
  if v_written <> v_accounts then
    if exists (select from unnest(p_lines) l left join ledger_accounts a on a.id = l.account_id where a.id is null) then
      raise exception 'a transfer names an account that was never opened' using errcode = 'FPL03';
    end if;
    raise exception 'a transfer is not covered' using errcode = 'FPL01';
  end if;
  insert into postings (transfer_id, account_id, cents) select l.transfer_id, l.account_id, l.cents from unnest(p_lines) l;
end $$;
