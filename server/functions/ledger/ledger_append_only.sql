-- Trigger: a transfer and its postings never change. FPL03: a bug.
create or replace function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPL03';
end $$;
