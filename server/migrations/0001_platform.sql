-- The platform's own tables: mode, receipts (idempotency), facts (live channel), settings, nodes. What holds for all
-- migrations: instants (`at`, `..._at`) are epoch milliseconds, money (`..._cents`) is US cents, rates (`..._bps`) are basis
-- points. The functions that triggers call stand in server/functions and are there before any migration runs.

-- owner: platform
-- A few facts about the database itself: its mode, the grants that it has.
create table meta (
  key text primary key,
  value text not null
);

-- owner: platform
-- One row per command that was done under an Idempotency-Key, written in the command's own transaction.
create table receipts (
  player_id text not null,
  key text not null check (length(key) between 1 and 255),
  call text not null,
  input_hash bytea not null check (length(input_hash) = 32),
  response jsonb,
  at bigint not null,
  primary key (player_id, key)
);
-- Swept from the oldest on.
create index receipts_by_age on receipts (at);

-- owner: platform
-- What happened, for the live channel. xid gives the relay an order in which nothing that commits late is lost.
create table facts (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  player_id text,
  subject text not null,
  version integer not null,
  type text not null,
  body jsonb,
  at bigint not null,
  -- The only index: facts are read in their order, and the oldest are the first of it (decision 0010).
  primary key (xid, id),
  check ((topic = 'player') = (player_id is not null))
);

-- owner: platform
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at bigint not null
);

-- owner: platform
-- The games: a row for each in the one table of games (contract/src/games.ts), written by the migration and never changed. What
-- belongs to a game names it by its row here. A game that a build no longer has keeps its row, for the rounds that it had.
create table games (
  name text primary key,
  -- One round at a time, open or locked; else as many as are opened.
  one_at_a_time boolean not null,
  unique (name, one_at_a_time)
);

-- owner: platform
-- The servers that run on this database and whom each sees online, so that all of them tell one number. A server writes
-- its row each second and removes it when it stops; a row that is not fresh counts for nothing.
create table nodes (
  id text primary key,
  -- By the database's clock: those of the servers may differ.
  seen_at bigint not null,
  visitors integer not null check (visitors >= 0),
  -- Signed-in people, once each: one who has tabs at two servers is one person.
  players text[] not null
);

-- owner: platform
-- One row that is written to see whether the database takes writes (platform/http/health-writes.ts).
create table write_probes (
  one boolean primary key default true check (one),
  at bigint not null
);
