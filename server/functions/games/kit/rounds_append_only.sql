-- Trigger: results, leaves, outputs, secrets and tries never change. FPR03: a bug.
create or replace function rounds_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPR03';
end $$;
