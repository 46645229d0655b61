-- Trigger: records of staff changes never change.
create or replace function operations_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPL03';
end $$;
