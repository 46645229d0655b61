-- Signs that accounts work together: value that moved between players, by day, and what staff should review.

-- owner: collusion
-- Cents that one player lost to another in settled rounds, by day (UTC), and in how many rounds. Kept for 60 days.
create table collusion_pairs (
  from_id text collate "C" not null references players (id),
  to_id text collate "C" not null references players (id),
  day integer not null,
  cents bigint not null check (cents > 0),
  rounds integer not null check (rounds > 0),
  primary key (from_id, to_id, day),
  check (from_id <> to_id)
);
create index collusion_pairs_of_winner on collusion_pairs (to_id, day);
create index collusion_pairs_old on collusion_pairs (day);

-- owner: collusion
-- Cents that a player withdrew, by day (UTC), and how much of it was a refund of deposits. Kept for 60 days.
create table collusion_withdrawals (
  player_id text collate "C" not null references players (id),
  day integer not null,
  cents bigint not null check (cents > 0),
  refund_cents bigint not null check (refund_cents >= 0 and refund_cents <= cents),
  primary key (player_id, day)
);
create index collusion_withdrawals_refunds on collusion_withdrawals (day, refund_cents desc) where refund_cents > 0;
create index collusion_withdrawals_old on collusion_withdrawals (day);

-- owner: collusion
-- The last result that the pairs include.
create table collusion_cursor (
  one boolean primary key default true check (one),
  at bigint not null,
  round_id text collate "C" not null
);
insert into collusion_cursor (at, round_id) values (0, '');

-- owner: collusion
create table collusion_signs (
  id bigint generated always as identity primary key,
  sign text not null check (sign in ('VALUE_MOVED', 'LINKED_ACCOUNTS', 'RING', 'PASS_THROUGH', 'SHARED_ADDRESS')),
  player_id text collate "C" not null references players (id),
  -- The other accounts, in order of their ids.
  others text[] collate "C" not null,
  at bigint not null,
  figures jsonb not null,
  looked_at bigint,
  looked_by text collate "C" references players (id),
  why text,
  check (num_nulls(looked_at, looked_by, why) in (0, 3)),
  constraint collusion_signs_own check (looked_by <> player_id and not looked_by = any (others))
);
create unique index collusion_signs_open on collusion_signs (sign, player_id, others) where looked_at is null;
create index collusion_signs_waiting on collusion_signs (id) where looked_at is null;
create index collusion_signs_of_player on collusion_signs (player_id, sign, at);
