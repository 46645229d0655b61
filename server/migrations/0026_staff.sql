-- Staff: what they did. Instants are epoch milliseconds.
-- owner: platform
-- The audit log: a row for each act of staff, written in the act's own transaction (platform/runner/staff-acts.ts). It names
-- people by id and holds none of them by a reference: it outlives whatever it is about.
create table staff_acts (
  id bigint generated always as identity primary key,
  at bigint not null,
  -- A player's id; 'system': the site itself; 'machine': a command on the server's own machine.
  actor_id text collate "C" not null,
  -- Name of the call, or of the command.
  act text collate "C" not null check (act <> ''),
  -- Whom it touches, where there is somebody.
  player_id text collate "C",
  subject text collate "C" check (char_length(subject) <= 200),
  -- The reason that was given; null where the act asks for none.
  why text check (char_length(why) between 3 and 300),
  details jsonb not null check (jsonb_typeof(details) = 'object')
);
-- One for each way in which the log is searched; newest first, a page at a time.
create index staff_acts_newest on staff_acts (at, id);
create index staff_acts_actor on staff_acts (actor_id, at, id);
create index staff_acts_player on staff_acts (player_id, at, id) where player_id is not null;
create index staff_acts_act on staff_acts (act, at, id);
create trigger staff_acts_stay before update or delete on staff_acts
  for each row execute function staff_acts_stay();
create trigger staff_acts_stay_whole before truncate on staff_acts
  for each statement execute function staff_acts_stay();
