-- What staff did stays written: triggers refuse whoever changes, deletes or truncates it.
create or replace function chat_audit_stays() returns trigger
language plpgsql as $$
begin
  raise exception 'chat_audit is only added to';
end $$;
