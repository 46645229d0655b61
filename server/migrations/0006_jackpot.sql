-- Jackpot: one round at a time that many players enter at once. What depends on the order of entry (its number, the timer,
-- whether there is room) is worked out in jackpot_admit, under the round's row lock, by the rules that its caller passes; an
-- entry therefore never has to be decided anew because another one came first. rules.ts says the same, and an invariant
-- compares the two for every round.

-- owner: games/jackpot
-- What an entry is decided on without reading all entries before it.
create table jackpot_rounds (
  round_id text collate "C" primary key,
  entries integer not null default 0,
  pot_cents bigint not null default 0,
  -- The player of every entry so far; null while there is none, and from the second player on.
  alone text collate "C",
  -- When the second player came in: the countdown's start.
  countdown_at bigint,
  -- The first moment that is too late for an entry.
  deadline_at bigint,
  check (num_nulls(countdown_at, deadline_at) in (0, 2)),
  check (entries > 0 or (alone is null and deadline_at is null and pot_cents = 0)),
  check (entries = 0 or (alone is null) = (deadline_at is not null))
);
