-- Jackpot: one round at a time that many players enter at once. What depends on the order of entry (its number, the timer, whether there is room) is
-- computed in jackpot_admit, under the round's row lock, by the rules that its caller passes; so an entry never has to be decided again because
-- another one came first. rules.ts does the same, and an invariant compares the two for every round.

-- owner: games/jackpot
-- The state that decides an entry without reading all earlier entries.
create table jackpot_rounds (
  round_id text collate "C" primary key,
  entries integer not null default 0,
  pot_cents bigint not null default 0,
  -- The only player so far; null while there is none, and from the second player on.
  alone text collate "C",
  -- When the second player entered: the start of the countdown.
  countdown_at bigint,
  -- The first moment that is too late for an entry.
  deadline_at bigint,
  check (num_nulls(countdown_at, deadline_at) in (0, 2)),
  check (entries > 0 or (alone is null and deadline_at is null and pot_cents = 0)),
  check (entries = 0 or (alone is null) = (deadline_at is not null))
);
