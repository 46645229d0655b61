-- Trigger: a drop table never changes; a new one is a new version. FPR03: a bug.
create or replace function case_tables_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPR03';
end $$;
