-- What a shown name is compared by with those of staff (accounts/names.ts, lookOf); null: to be filled in at the next start.
alter table players add column look text collate "C" check (look <> '');
create index players_staff_look on players (look) where status <> 'USER';
create index players_unlooked on players (id) where look is null;
