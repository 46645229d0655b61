-- Trigger: the postings that a statement adds to a transfer sum to zero. Reads only the added rows (transition table `added`), so its cost does not
-- grow with the table: every transfer is written by one statement.
create or replace function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select a.transfer_id, sum(a.cents) as total into wrong
  from added a group by a.transfer_id having sum(a.cents) <> 0 limit 1;
  if found then
    raise exception 'transfer % does not sum to zero but to %', wrong.transfer_id, wrong.total using errcode = 'FPL03';
  end if;
  return null;
end $$;
