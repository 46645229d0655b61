-- The market: the site's own stock, sold for balance at prices that two sources agree on.

-- owner: market
-- One row per item type: its name in parts, as the market filters and searches them, and the trusted price.
create table market_prices (
  item_type text collate "C" primary key references item_types (slug),
  app_id integer not null,
  -- The name before the pipe: 'AK-47', 'Sticker'.
  name text not null,
  -- 5 (Factory New) to 1 (Battle-Scarred); 0 without a wear.
  wear_level smallint not null check (wear_level between 0 and 5),
  -- The searched text: lower-case words, then the same without separators.
  words text not null,
  -- The last trusted price, in cents, from the highest figure. The asked price is this plus the spread.
  reference_cents bigint not null check (reference_cents > 0),
  -- 'catalogue': no source was ever queried (a demo without a price feed).
  origin text not null check (origin in ('catalogue', 'sources')),
  -- Why it is neither sold nor accepted; null when the price is trusted. See rules.ts.
  doubt text check (doubt in ('STALE', 'JUMP', 'THIN', 'APART', 'MISSING')),
  -- A price beyond the allowed jump that waits for confirmation by time, and since when.
  pending_cents bigint check (pending_cents > 0),
  pending_since bigint,
  -- When the origin last confirmed the reference.
  priced_at bigint not null,
  -- When Steam may be queried for this type again. Null: never. It has one price for all phases of a Doppler.
  spot_due_at bigint default 0,
  -- The lowest cash figure, with limited rises.
  base_cents bigint not null check (base_cents > 0),
  -- The base minus the haircut of the tier: what the site pays, and the item's value in a stake.
  pay_cents bigint not null check (pay_cents > 0),
  -- 0 liquid, 1 usual, 2 slow, 3 thin. See pricing.ts.
  tier smallint not null default 1 check (tier between 0 and 3),
  -- Lows of the base in the last 7 days, from which its rises are measured: [{hour, cents}], oldest first, each above the previous one.
  lows jsonb not null default '[]',
  -- By which the market is browsed: knives, rifles, doors. Computed once, when the type is imported. Null: the sweep market.types imports it again.
  category text check (length(category) between 1 and 20),
  constraint market_prices_pay check (pay_cents <= base_cents and base_cents <= reference_cents),
  check ((pending_cents is null) = (pending_since is null))
);
create index market_prices_order on market_prices (reference_cents, item_type);
create index market_prices_spot on market_prices (spot_due_at, item_type);
create index market_prices_category on market_prices (app_id, category, reference_cents, item_type);
create index market_prices_uncategorized on market_prices (item_type) where category is null;

-- owner: market
-- The last figure of each source for a type.
create table market_quotes (
  item_type text collate "C" not null references market_prices (item_type),
  source text not null check (source in ('skinport', 'skinportsales', 'marketcsgo', 'waxpeer', 'steam')),
  cents bigint not null check (cents > 0),
  -- Offers (skinport) or sales of a day (steam).
  quantity integer not null check (quantity >= 0),
  -- When the source produced the figure, by its own clock but never later than when it was read.
  quoted_at bigint not null,
  primary key (item_type, source)
);

-- owner: market
-- The last trusted price of each day (days since 1970, UTC), for the chart.
create table market_price_days (
  item_type text collate "C" not null references market_prices (item_type),
  day integer not null,
  cents bigint not null check (cents > 0),
  -- Invented by the demo, so that its charts have data.
  simulated boolean not null,
  primary key (item_type, day)
);
-- For the sweep that deletes days beyond the chart.
create index market_price_days_day on market_price_days (day);

-- owner: market
-- When each list source may be read again, by game: a node claims a row before it calls.
create table market_feeds (
  source text not null,
  app_id integer not null,
  due_at bigint not null,
  primary key (source, app_id)
);

-- owner: market
-- Items of the house on sale. A row is deleted in the transaction that sells it.
create table market_listings (
  item_id text collate "C" primary key references items (id),
  item_type text collate "C" not null references market_prices (item_type),
  listed_at bigint not null
);
create index market_listings_type on market_listings (item_type, item_id);

-- owner: market
-- Sales: item, buyer, price; the order is also the ledger's transfer.
create table market_sales (
  order_id text collate "C" not null references transfers (id) deferrable initially deferred,
  -- Its position, which the order writes anyway: a reference to the item would lock another page out of a million.
  item_id text collate "C" not null references item_positions (item_id),
  player_id text collate "C" not null,
  cents bigint not null check (cents > 0),
  at bigint not null,
  primary key (order_id, item_id)
);
create trigger market_sales_append_only before update or delete on market_sales
  for each statement execute function market_append_only();

-- owner: market
-- Stock that the demo put on sale, once per origin.
create table market_stockings (
  origin text primary key,
  at bigint not null
);

-- owner: market
-- Steam's prices of a game relative to the cash price, as observed: in basis points.
create table market_steam (
  app_id integer primary key,
  bps integer not null check (bps > 0),
  at bigint not null
);
