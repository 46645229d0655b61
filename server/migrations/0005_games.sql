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

-- Cases and case battles. A drop table never changes: a new price or drop is a new version, announced in the public log before any battle can use it.
-- Battles are played for balance: no item is staked, the drops' value is paid.

-- owner: games/casebattle
create table cases (
  id text collate "C" primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- The table for new battles; earlier ones stay for the battles that use them.
  version integer not null check (version > 0),
  -- Not null: no battle can be opened with it.
  retired_at bigint
);

-- owner: games/casebattle
create table case_tables (
  case_id text collate "C" not null references cases (id),
  version integer not null,
  name text not null,
  color_hex text not null check (color_hex ~ '^#[0-9a-f]{6}$'),
  price_cents bigint not null check (price_cents > 0),
  -- The table's average return, in 1/10,000 of the price, rounded down.
  return_bps integer not null,
  weight_total bigint not null check (weight_total between 1 and 9007199254740992),
  published_at bigint not null,
  published_by text collate "C" not null,
  primary key (case_id, version)
);
create trigger case_tables_append_only before update or delete on case_tables
  for each statement execute function case_tables_append_only();

-- owner: games/casebattle
create table case_table_items (
  case_id text collate "C" not null,
  version integer not null,
  -- Its index in the lock's table, from 0: most expensive first.
  no smallint not null,
  item_type text collate "C" not null,
  weight bigint not null check (weight > 0),
  -- Value when the table was published.
  cents bigint not null check (cents > 0),
  primary key (case_id, version, no),
  unique (case_id, version, item_type),
  foreign key (case_id, version) references case_tables (case_id, version)
);
create trigger case_table_items_append_only before update or delete on case_table_items
  for each statement execute function case_tables_append_only();

-- owner: games/casebattle
-- The battle of a round.
create table battles (
  round_id text collate "C" primary key,
  type text not null,
  mode text not null,
  creator_id text collate "C" not null,
  -- Per seat: the sum of its cases' prices.
  price_cents bigint not null check (price_cents > 0),
  opened_at bigint not null,
  -- When each drop is on the screen: set with the result, once.
  replay_starts_at bigint,
  replay_round_ms integer,
  replay_tie_ms integer,
  replay_ends_at bigint,
  -- When the winners were paid; null for battles that ended in another way.
  paid_at bigint,
  -- When it ended, with or without a result.
  closed_at bigint,
  check (num_nulls(replay_starts_at, replay_round_ms, replay_tie_ms, replay_ends_at) in (0, 4)),
  -- A battle that cannot be paid is retried with growing delays, like a round that cannot be settled.
  pay_tries integer not null default 0 check (pay_tries >= 0),
  pay_retry_at bigint,
  check (paid_at is null or (closed_at is not null and replay_ends_at is not null and paid_at >= replay_ends_at))
);
-- Open battles, newest first. With the condition `closed_at is null` the planner would use this index for every query about battles to pay, in place
-- of `battles_to_pay`, and read all open battles for the few that are due.
create index battles_active on battles (opened_at, round_id) where coalesce(closed_at, 0) = 0;
create index battles_to_pay on battles ((coalesce(pay_retry_at, replay_ends_at)), round_id)
  where closed_at is null and replay_ends_at is not null;
create index battles_paid on battles (paid_at, round_id) where paid_at is not null;

-- owner: games/casebattle
-- The cases of a battle, one per round of it, each in the version at the opening.
create table battle_cases (
  round_id text collate "C" not null,
  -- From 0.
  no smallint not null,
  case_id text collate "C" not null,
  version integer not null,
  primary key (round_id, no),
  foreign key (case_id, version) references case_tables (case_id, version)
);

-- owner: games/casebattle
-- Taken seats. A player has one per battle; leaving deletes the row.
create table battle_seats (
  -- Of this taking of the seat: a player who leaves and returns gets another one.
  id text collate "C" primary key,
  round_id text collate "C" not null references battles (round_id),
  -- From 0, both.
  team smallint not null check (team >= 0),
  seat smallint not null check (seat >= 0),
  player_id text collate "C" not null,
  pseudonym text not null,
  cents bigint not null check (cents > 0),
  at bigint not null,
  -- As in entries.
  by_key boolean not null default false,
  unique (round_id, team, seat),
  unique (round_id, player_id)
);
create trigger open_stakes_seated after insert or delete on battle_seats
  for each row execute function open_stakes_seated();

-- owner: demo
-- The demo's play money and items: what was granted, so that it is granted once.
create table demo_grants (
  player_id text collate "C" not null,
  -- What the grant was for: 'demo:seed', 'demo:welcome', 'demo:restock:..'.
  origin text not null,
  at bigint not null,
  primary key (player_id, origin)
);
