-- What players can look up about themselves: results by day, and exports.

-- owner: accounts
-- The sums of player_results by day (UTC, days since 1970), updated in the same statement: charts never read every round.
create table player_days (
  player_id text collate "C" not null references players (id),
  day integer not null,
  game text not null references games (name),
  played integer not null,
  won integer not null check (won between 0 and played),
  staked_cents bigint not null,
  won_cents bigint not null,
  fee_cents bigint not null,
  -- The books of bots are days like those of players.
  is_bot boolean not null default false,
  primary key (player_id, day, game)
);
create index player_days_of_bots on player_days (day, player_id, game) where is_bot;

-- owner: profile
-- Exports of own data: the player, and until when its pages are available.
create table exports (
  id text collate "C" primary key,
  player_id text collate "C" not null references players (id),
  asked_at bigint not null,
  until_at bigint not null check (until_at > asked_at)
);
create index exports_of_player on exports (player_id, asked_at);
create index exports_age on exports (until_at);
