-- Trades with Steam: the trading account of an offer, players who reversed a deposit, daily limits in both directions, and retries of the books.

-- owner: trades
-- Our trading accounts as Steam shows them: a player compares an offer's sender with them.
create table trade_bots (
  steam_id text collate "C" primary key check (steam_id ~ '^7656119[0-9]{10}$'),
  name text not null check (char_length(name) between 1 and 64),
  -- Steam level, and when the account was created; null: Steam does not show it.
  level integer check (level >= 0),
  since_at bigint,
  -- 40 hex digits; null: none.
  avatar text check (avatar ~ '^[0-9a-f]{40}$'),
  seen_at bigint not null
);

-- The sender of the offer; null until it is to be sent, or while Steam did not show the account.
alter table trade_orders add column bot text collate "C" references trade_bots (steam_id);
-- The books retry after this.
alter table trade_orders add column books_at bigint not null default 0;
drop index trade_orders_books;
create index trade_orders_books on trade_orders (books_at, changed_at) where books_due;
-- A player's orders of the last day, for the daily limits.
create index trade_orders_day on trade_orders (player_id, kind, created_at);
-- Items of protected games may be released before their trade is settled (setting trade.stakeProtected), and the trade may still be reversed.
alter table trade_orders drop constraint trade_orders_check3;
alter table trade_orders add constraint trade_orders_early
  check (returned_at is null or released_at is null or kind = 'DEPOSIT');

-- owner: trades
-- Players who reversed a credited deposit: none of their trades continue until staff have reviewed it.
create table trade_freezes (
  player_id text collate "C" not null references players (id),
  -- The first reversed order; the others are found among the player's orders.
  order_id text collate "C" not null references trade_orders (id),
  at bigint not null,
  -- Who lifted it, why, and when; null: it holds.
  lifted_at bigint check (lifted_at >= at),
  lifted_by text collate "C" references players (id),
  why text check (char_length(why) between 1 and 300),
  primary key (player_id, order_id),
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (why is null))
);
create unique index trade_freezes_one on trade_freezes (player_id) where lifted_at is null;
create index trade_freezes_newest on trade_freezes (at desc, player_id) where lifted_at is null;

-- owner: trades
-- Total ordered out in an hour by all players (epoch hours): a global limit that also holds under concurrency.
create table trade_hours (
  hour bigint primary key,
  out_cents bigint not null check (out_cents >= 0)
);
