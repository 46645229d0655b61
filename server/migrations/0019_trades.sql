-- What is read of players' inventories at Steam: when every node has to forget it, and what only the trading account sees.

-- owner: accounts
-- Raised whenever what was read of a player's inventories at Steam is to be read again: a node that read under a lower version
-- asks Steam anew. No row: 0.
create table steam_inventories (
  player_id text collate "C" primary key references players (id),
  version bigint not null check (version > 0)
);

-- owner: accounts
-- What the trading account saw of a player's inventory on the trade page, in games whose items Steam hides from others for a
-- while after they were traded. One row per player and game: the newest look.
create table steam_looks (
  player_id text collate "C" not null references players (id),
  app_id integer not null,
  -- The player's steamid and the secret part of their trade link: without it the page shows nothing.
  partner text collate "C" not null check (partner ~ '^7656119[0-9]{10}$'),
  token text not null,
  -- That of steam_inventories when the look was asked for: it counts as long as that stands.
  version bigint not null,
  asked_at bigint not null,
  -- Not before then does a worker take it; null: nothing is asked.
  due_at bigint,
  -- When it was seen, and what: [{assetId, contextId, name}]; null: never.
  seen_at bigint,
  items jsonb not null default '[]',
  -- How many looks there were: the version of the fact that tells of one.
  looks integer not null default 0,
  primary key (player_id, app_id)
);
create index steam_looks_due on steam_looks (due_at) where due_at is not null;
