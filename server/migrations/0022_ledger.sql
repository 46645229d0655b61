-- Postings were summed for each posting at commit, by a query whose plan a connection kept from when there were few: a quickly growing site read all
-- of its postings for each new one, until statistics were updated.
drop trigger postings_balanced on postings;
create trigger postings_balanced after insert on postings referencing new table as added
  for each statement execute function ledger_check_balanced();
