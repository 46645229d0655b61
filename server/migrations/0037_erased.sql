-- Who was erased, by when: what each node writes down outside of the database, so that a restored one erases them again.
create index players_erased_at on players (erased_at, id) where erased_at is not null;
