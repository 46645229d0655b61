-- Trades with Steam: orders to deposit or withdraw items by a trade offer, and the real asset behind each item. Two roles write here. The trade
-- worker (fairpot_trader) reports the outcome of an offer through functions; it cannot touch money or items. The app books what follows: credits,
-- releases, refunds.

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

-- owner: trades
create table trade_orders (
  id text collate "C" primary key,
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL')),
  player_id text collate "C" not null references players (id),
  -- The recipient of the offer: the player's own account and the token of their trade link, at the time of the order.
  -- Both are empty once the books no longer name the person of a closed account.
  partner text collate "C" not null check (partner = '' or partner ~ '^7656119[0-9]{10}$'),
  token text not null check (token = '' or token ~ '^[A-Za-z0-9_-]{8}$'),
  app_id integer not null,
  -- Part of the offer's message and shown on screen. An offer whose answer was lost is found by it.
  code text collate "C" not null check (code ~ '^[DW]-[0-9A-HJKMNP-TV-Z]{6}$'),
  -- Deposits: credit money instead of items.
  to_balance boolean not null check (not to_balance or kind = 'DEPOSIT'),
  -- Sum of the prices that were locked into it.
  cents bigint not null check (cents > 0),
  created_at bigint not null,
  -- When the site cancels its own offer; Steam would keep it for two weeks.
  expires_at bigint not null check (expires_at > created_at),
  state text not null default 'CREATED' check (state in ('CREATED', 'SENDING', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN',
    'ACCEPTED', 'SETTLED', 'HELD', 'DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED')),
  version integer not null default 1,
  changed_at bigint not null,
  -- The player's slot for open offers, of two; null once the offer can no longer be accepted.
  slot smallint check (slot in (1, 2)),
  offer_id text collate "C" unique check (offer_id ~ '^[0-9]{1,20}$'),
  trade_id text collate "C" unique check (trade_id ~ '^[0-9]{1,20}$'),
  -- Steam's status number of the trade; 3: complete.
  trade_status integer,
  -- Until then the player can reverse the trade at Steam.
  settles_at bigint,
  -- Why it ended as it did, as a word of contract/src/trades/calls.ts.
  reason text check (reason ~ '^[A-Z][A-Z_]{1,39}$'),
  -- Accepted after the site had given it up: credited as items, never at an old price.
  late boolean not null default false,
  -- When a worker polls it next; null: never. The current worker, and until when its claim lasts.
  due_at bigint,
  lease text,
  lease_until bigint not null default 0,
  -- The app has something to book.
  books_due boolean not null default false,
  -- Deposit: items or money arrived. Withdrawal: items left.
  booked_at bigint,
  -- Deposit: can no longer be reversed.
  released_at bigint,
  -- Deposit: reversed, and booked back. Withdrawal: the items are the player's again.
  returned_at bigint,
  -- The sender of the offer; null until it is to be sent, or while Steam did not show the account.
  bot text collate "C" references trade_bots (steam_id),
  -- The books retry after this.
  books_at bigint not null default 0,
  constraint trade_orders_named check ((partner = '') = (token = '')),
  constraint trade_orders_slotted
    check ((slot is not null) = (state in ('CREATED', 'SENDING', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN'))),
  check (state <> 'ACCEPTED' or trade_id is not null),
  -- Items of protected games may be released before their trade is settled (setting trade.stakeProtected), and the trade may still be reversed.
  constraint trade_orders_early check (returned_at is null or released_at is null or kind = 'DEPOSIT')
);
create unique index trade_orders_slots on trade_orders (player_id, slot) where slot is not null;
create unique index trade_orders_codes on trade_orders (code);
create index trade_orders_due on trade_orders (due_at) where due_at is not null;
create index trade_orders_books on trade_orders (books_at, changed_at) where books_due;
create index trade_orders_of_player on trade_orders (player_id, id desc);
-- A player's orders of the last day, for the daily limits.
create index trade_orders_day on trade_orders (player_id, kind, created_at);
-- A player's deposits that can still be reversed at Steam: their items are shown with the date.
create index trade_orders_protected on trade_orders (player_id)
  where kind = 'DEPOSIT' and state in ('ACCEPTED', 'HELD') and booked_at is not null;
-- A player's unfinished orders: the closing of an account waits for them. Written so that no other query uses it: the books find due orders in their
-- own order.
create index trade_orders_unfinished on trade_orders (player_id) where case when books_due then true
  else state in ('CREATED', 'SENDING', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN', 'ACCEPTED', 'HELD') end;
create trigger trade_orders_guard before update on trade_orders
  for each row execute function trade_orders_guard();

-- owner: trades
create table trade_order_items (
  order_id text collate "C" not null references trade_orders (id),
  no smallint not null,
  app_id integer not null,
  -- The asset before the trade: the player's (deposit) or ours (withdrawal; null until one was chosen).
  context_id text collate "C" not null check (context_id ~ '^[0-9]{1,4}$'),
  asset_id text collate "C" check (asset_id ~ '^[0-9]{1,20}$'),
  item_type text collate "C" not null,
  market_hash_name text not null,
  -- Price locked into the order.
  cents bigint not null check (cents > 0),
  -- Counts against the player's refundable amount: the value at their deposit, if they deposited it, else the price.
  back_cents bigint not null check (back_cents >= 0),
  -- The site's item: of a withdrawal from the start, of a deposit once it was received.
  item_id text collate "C",
  -- Its order holds one of the player's two slots: the asset is in an offer that may still be accepted.
  open boolean not null default true,
  -- What Steam showed of a deposited asset: kept here, then with the item made of it.
  details jsonb check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000),
  -- What the balance was credited: at most the price in the order. Null: nothing yet, or the player has the item itself.
  credited_cents bigint constraint trade_order_items_credit check (credited_cents > 0 and credited_cents <= cents),
  primary key (order_id, no)
);
create unique index trade_order_items_once on trade_order_items (app_id, asset_id) where open;
-- Staff find an order, and by it an item, by the number of an asset at Steam. An asset may have any number of orders, and an item any number of
-- withdrawals: only the newest of its orders are read.
create index trade_order_items_of_asset on trade_order_items (asset_id, order_id) where asset_id is not null;
create index trade_order_items_of_item on trade_order_items (item_id, order_id) where item_id is not null;

-- owner: trades
-- What Steam says a trade moved, asset by asset, once for ever: only these rows are credited.
create table trade_moves (
  trade_id text collate "C" not null,
  app_id integer not null,
  asset_id text collate "C" not null,
  context_id text collate "C" not null,
  new_asset_id text collate "C" not null,
  new_context_id text collate "C" not null,
  order_id text collate "C" not null references trade_orders (id),
  -- BACK: a trade was reversed and the asset came back to us.
  direction text not null check (direction in ('IN', 'OUT', 'BACK')),
  at bigint not null,
  primary key (trade_id, app_id, asset_id)
);
create index trade_moves_order on trade_moves (order_id);
create index trade_moves_before on trade_moves (asset_id, order_id);
create index trade_moves_after on trade_moves (new_asset_id, order_id);
create trigger trade_moves_append_only before update or delete on trade_moves
  for each statement execute function trade_append_only();

-- owner: trades
-- The real asset behind an item of the site. One asset backs one item at a time.
create table trade_assets (
  item_id text collate "C" primary key,
  app_id integer not null,
  asset_id text collate "C" not null,
  context_id text collate "C" not null,
  -- False: it left our account.
  held boolean not null default true,
  -- Who deposited it and its value then; null for the site's own stock.
  brought_by text collate "C",
  brought_cents bigint check (brought_cents > 0),
  check ((brought_by is null) = (brought_cents is null))
);
create unique index trade_assets_once on trade_assets (app_id, asset_id) where held;

-- owner: withdrawals
-- What a player deposited by trades and withdrew: the refundable part may be withdrawn at any level (rulings 1.6).
create table trade_sums (
  player_id text collate "C" primary key references players (id),
  deposited_cents bigint not null default 0 check (deposited_cents >= 0),
  taken_cents bigint not null default 0 check (taken_cents >= 0)
);

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

-- owner: trades
-- When the trade worker last saw the complete inventory of the site's own account for a game.
create table trade_stock_checks (
  app_id integer primary key,
  seen_at bigint not null,
  -- Assets that back no item, at the prices of the check.
  free_cents bigint not null default 0 check (free_cents >= 0)
);

-- owner: trades
-- Assets of that inventory that back no item: they can serve an item without an asset of its own. A missing name: none.
create table trade_stock (
  app_id integer not null,
  market_hash_name text not null,
  free integer not null check (free > 0),
  primary key (app_id, market_hash_name)
);

-- owner: trades
-- The trading account's holdings, for its maximum: one row, changed only by triggers, so that no way in or out is skipped.
create table trade_holdings (
  one boolean primary key default true check (one),
  -- Players' deposited assets that back items, at their value on arrival.
  brought_cents bigint not null check (brought_cents >= 0),
  -- What ordered but not yet booked deposits would bring.
  ordered_cents bigint not null check (ordered_cents >= 0)
);
insert into trade_holdings (brought_cents, ordered_cents) values (0, 0);
-- Counted at the commit: all counters wait for one row, and by then hold nothing that others wait for.
create constraint trigger trade_orders_held after insert or update on trade_orders deferrable initially deferred
  for each row when (new.kind = 'DEPOSIT') execute function trade_held_orders();
create constraint trigger trade_assets_held after insert or update on trade_assets deferrable initially deferred
  for each row execute function trade_held_assets();

-- Bets from Steam: what to stake the items of a deposit on once they belong to the player (decision 0056). The order knows no game: a row here is the
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
  -- Why it was left: a word of contract/src/trades/calls.ts or a refusal's code, with the details of its text.
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
