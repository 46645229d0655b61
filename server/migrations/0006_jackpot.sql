-- Jackpot: one round at a time that many players enter at once.

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
