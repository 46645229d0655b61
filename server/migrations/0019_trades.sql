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
-- Those of the last minute are looked for, the others dropped.
create index steam_looks_due on steam_looks (asked_at) where due_at is not null;

-- owner: trades
-- What the trading account holds, for the most that it may: one row, changed by triggers alone, so that no way in or out is left out.
create table trade_holdings (
  one boolean primary key default true check (one),
  -- Assets that players brought and that stand behind items, at what they were worth when they came.
  brought_cents bigint not null check (brought_cents >= 0),
  -- What deposits would bring that are ordered and not booked.
  ordered_cents bigint not null check (ordered_cents >= 0)
);
insert into trade_holdings (brought_cents, ordered_cents)
select (select coalesce(sum(a.brought_cents), 0) from trade_assets a where a.held),
  (select coalesce(sum(o.cents), 0) from trade_orders o where o.kind = 'DEPOSIT' and o.booked_at is null
    and o.state not in ('DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED'));
-- Counted at the commit: all who count wait for one row, and hold nothing that others wait for by then.
create constraint trigger trade_orders_held after insert or update on trade_orders deferrable initially deferred
  for each row when (new.kind = 'DEPOSIT') execute function trade_held_orders();
create constraint trigger trade_assets_held after insert or update on trade_assets deferrable initially deferred
  for each row execute function trade_held_assets();

-- What stands behind no item is held, too: at the prices of the look.
alter table trade_stock_looks add column free_cents bigint not null default 0 check (free_cents >= 0);
