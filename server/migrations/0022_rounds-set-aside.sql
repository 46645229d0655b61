-- Rounds that cannot be settled are set aside, so that they hold up no other one; and the live round of a game that has one
-- at a time is found by its phase, its last one by when it ended: numbers do not say which was opened last.

-- A locked round whose result could not be written although its beacon has spoken. It stays locked, with its stakes in
-- escrow, and is tried again (stuck_rounds says when).
alter table rounds add column stuck boolean not null default false;
alter table rounds add constraint rounds_stuck_check check (not stuck or phase = 'locked');

-- One row for each round that is stuck now: written when its settlement fails, gone in the transaction that ends it.
-- owner: games/kit
create table stuck_rounds (
  round_id text primary key references rounds (id),
  first_failed_at bigint not null,
  last_failed_at bigint not null,
  times integer not null check (times > 0),
  reason text not null,
  retry_at bigint not null,
  check (first_failed_at <= last_failed_at and last_failed_at < retry_at)
);
create index stuck_rounds_due on stuck_rounds (retry_at);
create index stuck_rounds_oldest on stuck_rounds (first_failed_at, round_id);

-- The next pot does not wait for one that is stuck.
drop index rounds_one_jackpot;
create unique index rounds_one_jackpot on rounds (game)
  where game = 'jackpot' and phase in ('open', 'locked') and not stuck;

create index rounds_ended on rounds (game, ended_at, id) where ended_at is not null;
