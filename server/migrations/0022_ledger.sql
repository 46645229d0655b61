-- Postings were summed once for each of them when their transaction committed, by a query whose plan a connection kept from the days
-- when there were few: a site that grew quickly read all of its postings for each new one, until statistics were taken.
drop trigger postings_balanced on postings;
create trigger postings_balanced after insert on postings referencing new table as added
  for each statement execute function ledger_check_balanced();
