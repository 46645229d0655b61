-- Trigger: what Steam reported about a trade never changes. FPT03: a bug.
create or replace function trade_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPT03';
end $$;
