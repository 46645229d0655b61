-- Trigger: the moves of an item never change. FPV03: a bug.
create or replace function vault_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPV03';
end $$;
