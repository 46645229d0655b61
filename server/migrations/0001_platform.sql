-- The platform's own tables: mode, receipts (idempotency), facts (live channel), settings, nodes, acts of staff. Conventions of all migrations: instants (`at`,
-- `..._at`) are epoch milliseconds, money (`..._cents`) is US cents, rates (`..._bps`) are basis points. The functions that triggers call are in
-- server/functions and are created before any migration runs.

-- owner: platform
-- Facts about the database itself: its mode, its grants.
create table meta (
  key text primary key,
  value text not null
);

-- owner: platform
-- One row per command done under an Idempotency-Key, written in the command's own transaction.
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
-- Events for the live channel. xid gives the relay an order in which no late commit is lost.
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
  -- The only index: facts are read in order, and the oldest are its first entries (decision 0001).
  primary key (xid, id),
  check ((topic = 'player') = (player_id is not null))
);

-- owner: platform
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at bigint not null,
  -- How often it was changed. An editor sends the version they saw, so that no change overwrites an unseen one.
  version integer not null default 1 check (version >= 1)
);
-- A pause waits for transactions in progress; later ones find it paused (pause_gate).
create trigger settings_pause before insert or update on settings for each row
  when (new.key ~ '(\.paused|^chat\.closed)$') execute function pause_waits();

-- owner: platform
-- The games: a row for each game of contract/src/games/games.ts, written at start-up and never changed. Data of a game refers to its row here. A game
-- that a build no longer has keeps its row, for its past rounds.
create table games (
  name text primary key,
  -- True: one round at a time, open or locked. False: any number.
  one_at_a_time boolean not null,
  unique (name, one_at_a_time)
);

-- owner: platform
-- The servers on this database and whom each sees online, so that all report one number. A server writes its row each second and removes it when it
-- stops; a stale row counts for nothing.
create table nodes (
  id text primary key,
  -- By the database's clock: those of the servers may differ.
  seen_at bigint not null,
  visitors integer not null check (visitors >= 0),
  -- Signed-in people, once each: a player with tabs at two servers is one person.
  players text[] not null
);

-- owner: platform
-- One row that is written to check whether the database takes writes (platform/http/health-writes.ts).
create table write_probes (
  one boolean primary key default true check (one),
  at bigint not null
);

-- owner: platform
-- The audit log: a row for each act of staff, written in the act's own transaction (platform/runner/staff-acts.ts). It names people by id, without
-- foreign keys: it outlives what it is about.
create table staff_acts (
  id bigint generated always as identity primary key,
  at bigint not null,
  -- A player's id; 'system': the site itself; 'machine': a command on the server's own machine.
  actor_id text collate "C" not null,
  -- Name of the call, or of the command.
  act text collate "C" not null check (act <> ''),
  -- The affected player, if any.
  player_id text collate "C",
  subject text collate "C" check (char_length(subject) <= 200),
  -- The given reason; null if the act requires none.
  why text check (char_length(why) between 3 and 300),
  details jsonb not null check (jsonb_typeof(details) = 'object')
);
-- One for each way of searching the log; newest first, a page at a time.
create index staff_acts_newest on staff_acts (at, id);
create index staff_acts_actor on staff_acts (actor_id, at, id);
create index staff_acts_player on staff_acts (player_id, at, id) where player_id is not null;
create index staff_acts_act on staff_acts (act, at, id);
create trigger staff_acts_stay before update or delete on staff_acts
  for each row execute function staff_acts_stay();
create trigger staff_acts_stay_whole before truncate on staff_acts
  for each statement execute function staff_acts_stay();
