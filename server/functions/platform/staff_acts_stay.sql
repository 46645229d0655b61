-- What staff did stays written: triggers refuse whoever changes, deletes or truncates it.
create or replace function staff_acts_stay() returns trigger
language plpgsql as $$
begin
  raise exception 'staff_acts is only added to';
end $$;
