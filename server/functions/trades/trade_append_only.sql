-- What Steam said about a trade never changes: a trigger refuses whoever tries. FPT03: our bug.
create or replace function trade_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPT03';
end $$;
