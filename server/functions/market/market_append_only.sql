-- What was sold for how much never changes: a trigger refuses whoever tries. FPM04: our bug.
create or replace function market_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPM04';
end $$;
