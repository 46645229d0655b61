-- A transfer and its postings never change: triggers refuse whoever tries. FPL03: our bug.
create or replace function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPL03';
end $$;
