-- Trigger: staff actions are permanent. Refuses every update, delete and truncate.
create or replace function chat_audit_stays() returns trigger
language plpgsql as $$
begin
  raise exception 'chat_audit is only added to';
end $$;
