-- Erased people and their times: each node keeps a list outside the database, so that a restored database erases them again.
create index players_erased_at on players (erased_at, id) where erased_at is not null;
