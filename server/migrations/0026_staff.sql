-- Staff: their acts. Instants are epoch milliseconds.
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

-- owner: accounts
-- The authenticator of a staff member. The secret is encrypted with a key that the database never holds (accounts/codes/seal.ts).
create table staff_codes (
  player_id text collate "C" primary key references players (id),
  secret bytea not null check (octet_length(secret) between 40 and 200),
  -- Recovery codes, encrypted, while they are still to be written down; deleted with the first accepted code.
  shown bytea,
  made_at bigint not null,
  -- Since when codes are required; null: none was entered yet.
  confirmed_at bigint check (confirmed_at >= made_at),
  -- The time step of the last accepted code: neither it nor an older one is accepted again.
  last_step bigint not null default 0,
  -- Wrong codes since the last right one, within the counting period.
  failures integer not null default 0 check (failures >= 0),
  failed_at bigint,
  check ((shown is null) = (confirmed_at is not null))
);

-- owner: accounts
-- Unused recovery codes of an authenticator: using one deletes its row.
create table staff_recovery_codes (
  player_id text collate "C" not null references staff_codes (player_id) on delete cascade,
  -- sha256 of the code, which is 80 random bits.
  hash bytea not null check (octet_length(hash) = 32),
  primary key (player_id, hash)
);

-- owner: accounts
-- Future ADMINs: requested by one ADMIN, confirmed by another within a day.
create table admin_proposals (
  player_id text collate "C" primary key references players (id),
  proposed_by text collate "C" not null references players (id),
  at bigint not null,
  check (proposed_by <> player_id)
);

-- owner: staff
-- Notes of staff about a player, for other staff. Rows are only added.
create table staff_notes (
  id bigint generated always as identity primary key,
  player_id text collate "C" not null references players (id),
  author_id text collate "C" not null references players (id),
  note text not null check (char_length(note) between 3 and 1000),
  at bigint not null
);
create index staff_notes_player on staff_notes (player_id, id);
