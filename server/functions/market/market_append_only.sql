-- Trigger: sales never change. FPM04: a bug.
create or replace function market_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPM04';
end $$;
