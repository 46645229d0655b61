-- Trades with Steam: orders to deposit or withdraw items by a trade offer, and the real asset behind each item. Two roles write here. The trade
-- worker (fairpot_trader) reports the outcome of an offer through functions; it cannot touch money or items. The app books what follows: credits,
-- releases, refunds.

-- owner: trades
create table trade_orders (
  id text collate "C" primary key,
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL')),
  player_id text collate "C" not null references players (id),
  -- The recipient of the offer: the player's own account and the token of their trade link, at the time of the order.
  partner text collate "C" not null check (partner ~ '^7656119[0-9]{10}$'),
  token text not null check (token ~ '^[A-Za-z0-9_-]{8}$'),
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
  -- Why it ended as it did, as a word of contract/src/trades.ts.
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
  constraint trade_orders_slotted
    check ((slot is not null) = (state in ('CREATED', 'SENDING', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN'))),
  check (state <> 'ACCEPTED' or trade_id is not null),
  check (returned_at is null or released_at is null)
);
create unique index trade_orders_slots on trade_orders (player_id, slot) where slot is not null;
create unique index trade_orders_codes on trade_orders (code);
create index trade_orders_due on trade_orders (due_at) where due_at is not null;
create index trade_orders_books on trade_orders (changed_at) where books_due;
create index trade_orders_of_player on trade_orders (player_id, id desc);
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
  primary key (order_id, no)
);
create unique index trade_order_items_once on trade_order_items (app_id, asset_id) where open;
create index trade_order_items_item on trade_order_items (item_id) where item_id is not null;

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

-- owner: trades
-- What a player deposited by trades and withdrew: the refundable part may be withdrawn at any level (rulings 1.6).
create table trade_sums (
  player_id text collate "C" primary key references players (id),
  deposited_cents bigint not null default 0 check (deposited_cents >= 0),
  taken_cents bigint not null default 0 check (taken_cents >= 0)
);
