-- Cached Steam inventories of players: when every node must drop its cache, and what only the trading account sees.

-- owner: accounts
-- Raised whenever the cache of a player's Steam inventories becomes invalid: a node with a lower version queries Steam again. No row: 0.
create table steam_inventories (
  player_id text collate "C" primary key references players (id),
  version bigint not null check (version > 0)
);

-- owner: accounts
-- What the trading account saw of a player's inventory on the trade page, in games whose items Steam hides from others for a while after a trade. One
-- row per player and game: the newest look.
create table steam_looks (
  player_id text collate "C" not null references players (id),
  app_id integer not null,
  -- The player's steamid and the secret part of their trade link: without it the page shows nothing.
  partner text collate "C" not null check (partner ~ '^7656119[0-9]{10}$'),
  token text not null,
  -- The version of steam_inventories at the request: the look is valid while it is unchanged.
  version bigint not null,
  asked_at bigint not null,
  -- A worker claims it after this; null: no request.
  due_at bigint,
  -- When it was seen, and what: [{assetId, contextId, name}]; null: never.
  seen_at bigint,
  items jsonb not null default '[]',
  -- Number of looks: the version of the fact that announces one.
  looks integer not null default 0,
  primary key (player_id, app_id)
);
-- Requests of the last minute are processed, older ones dropped.
create index steam_looks_due on steam_looks (asked_at) where due_at is not null;

-- owner: trades
-- The trading account's holdings, for its maximum: one row, changed only by triggers, so that no way in or out is skipped.
create table trade_holdings (
  one boolean primary key default true check (one),
  -- Players' deposited assets that back items, at their value on arrival.
  brought_cents bigint not null check (brought_cents >= 0),
  -- What ordered but not yet booked deposits would bring.
  ordered_cents bigint not null check (ordered_cents >= 0)
);
insert into trade_holdings (brought_cents, ordered_cents)
select (select coalesce(sum(a.brought_cents), 0) from trade_assets a where a.held),
  (select coalesce(sum(o.cents), 0) from trade_orders o where o.kind = 'DEPOSIT' and o.booked_at is null
    and o.state not in ('DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED'));
-- Counted at the commit: all counters wait for one row, and by then hold nothing that others wait for.
create constraint trigger trade_orders_held after insert or update on trade_orders deferrable initially deferred
  for each row when (new.kind = 'DEPOSIT') execute function trade_held_orders();
create constraint trigger trade_assets_held after insert or update on trade_assets deferrable initially deferred
  for each row execute function trade_held_assets();

-- Assets that back no item count too: at the prices of the look.
alter table trade_stock_looks add column free_cents bigint not null default 0 check (free_cents >= 0);
