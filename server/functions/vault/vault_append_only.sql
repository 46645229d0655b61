-- The moves of an item never change: a trigger refuses whoever tries. FPV03: our bug.
create or replace function vault_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPV03';
end $$;
