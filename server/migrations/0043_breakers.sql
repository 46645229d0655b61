-- Circuit breakers: value that left and arrived, by hour, and what stopped because of it.

-- owner: breakers
-- Cents by way and hour since 1970 (UTC). A way: 'items', a coin ('coin:BTC'), or deposits of an item type ('type:<slug>').
-- Kept for eight days; a reset deletes the rows of its way.
create table breaker_hours (
  way text collate "C" not null check (way ~ '^(items|coin:[A-Z]+|type:[a-z0-9-]+)$'),
  hour bigint not null,
  out_cents bigint not null check (out_cents >= 0),
  in_cents bigint not null check (in_cents >= 0),
  primary key (way, hour)
);
create index breaker_hours_old on breaker_hours (hour);

-- owner: breakers
-- One row a trip. At most one is open for a way or a player.
create table breaker_trips (
  id bigint generated always as identity primary key,
  breaker text not null check (breaker in ('OUTFLOW', 'PROFIT', 'TYPE_DEPOSITS', 'PRICES', 'RATES')),
  -- The way, 'prices', or 'rates:BTC'; 'player' for one of a player.
  way text collate "C" not null,
  player_id text collate "C" references players (id),
  at bigint not null,
  -- The figures that tripped it.
  figures jsonb not null,
  reset_at bigint,
  -- Null: it reset itself.
  reset_by text collate "C" references players (id),
  why text,
  check ((player_id is not null) = (breaker = 'PROFIT')),
  check ((reset_at is null) = (why is null)),
  check (reset_by is null or reset_at is not null),
  check (reset_at is null or reset_by is not null or breaker in ('PRICES', 'RATES')),
  constraint breaker_trips_own check (reset_by <> player_id)
);
create unique index breaker_trips_open on breaker_trips (way, coalesce(player_id, '')) where reset_at is null;
create index breaker_trips_waiting on breaker_trips (id) where reset_at is null;
create index breaker_trips_ended on breaker_trips (id) where reset_at is not null;
create index breaker_trips_of_player on breaker_trips (player_id, id) where player_id is not null;
