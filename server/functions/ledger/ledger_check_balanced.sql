-- The sum of a transfer is checked when its transaction commits, whoever wrote the postings.
create or replace function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(cents) into total from postings where transfer_id = new.transfer_id;
  if total <> 0 then
    raise exception 'transfer % does not sum to zero but to %', new.transfer_id, total using errcode = 'FPL03';
  end if;
  return null;
end $$;
