-- The servers that run on this database and whom each sees online, so that all of them tell one number. A server writes
-- its row each second and removes it when it stops; a row that is not fresh counts for nothing.

-- owner: platform
create table nodes (
  id text primary key,
  -- Epoch ms by the database's clock: those of the servers may differ.
  seen_at bigint not null,
  visitors integer not null check (visitors >= 0),
  -- Signed-in people, once each: one who has tabs at two servers is one person.
  players text[] not null
);
