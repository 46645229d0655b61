-- Bets from Steam: what to stake the items of a deposit on once they belong to the player (decision 0025). The order knows no game: a row here is the
-- game's call to make as the player, without its items.

-- owner: trades
create table trade_bets (
  order_id text collate "C" primary key references trade_orders (id),
  player_id text collate "C" not null references players (id),
  game text collate "C" not null references games (name),
  -- Name of the call, and its input without the items.
  call text not null,
  input jsonb not null check (jsonb_typeof(input) = 'object'),
  -- The target round; null: it opens one.
  round_id text collate "C",
  -- After this it is no longer placed.
  until_at bigint not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'PLACED', 'LEFT', 'NONE')),
  -- The round in which it was placed.
  placed_in text collate "C",
  -- Why it was left: a word of contract/src/trades.ts or a refusal's code, with the details of its text.
  reason text check (reason ~ '^[A-Z][A-Z_]{1,39}$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  ended_at bigint,
  -- When it is processed next while it is open; 0: at once.
  due_at bigint,
  check ((state = 'OPEN') = (due_at is not null)),
  check ((state = 'OPEN') = (ended_at is null)),
  check ((state = 'PLACED') = (placed_in is not null)),
  check ((state = 'LEFT') = (reason is not null))
);
create unique index trade_bets_once on trade_bets (player_id, round_id) where state = 'OPEN' and round_id is not null;
create index trade_bets_due on trade_bets (due_at) where due_at is not null;
create trigger trade_bets_guard before update or delete on trade_bets
  for each row execute function trade_bets_guard();
create trigger trade_bets_wake after update of slot, state, released_at, returned_at on trade_orders
  for each row when (old.slot is distinct from new.slot or old.released_at is distinct from new.released_at
    or old.returned_at is distinct from new.returned_at or old.state is distinct from new.state)
  execute function trade_bets_wake();
