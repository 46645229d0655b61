-- Trigger: the audit log is permanent. Refuses every update, delete and truncate.
create or replace function staff_acts_stay() returns trigger
language plpgsql as $$
begin
  raise exception 'staff_acts is only added to';
end $$;
