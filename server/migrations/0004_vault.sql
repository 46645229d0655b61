-- Items: what they are and the one place of each. Only the functions of server/functions/vault move them.

-- owner: vault
-- Item types with their current price: one price list for deposits and sales.
create table item_types (
  slug text collate "C" primary key,
  app_id integer not null,
  market_hash_name text not null,
  rarity text not null,
  rarity_color text not null check (rarity_color ~ '^#[0-9a-f]{6}$'),
  pips smallint not null,
  price_cents bigint not null check (price_cents > 0),
  priced_at bigint not null,
  -- Why an item is neither sold nor accepted; null when its price is trusted. A type without any price is not.
  doubt text default 'MISSING' check (doubt in ('STALE', 'JUMP', 'THIN', 'APART', 'MISSING')),
  -- Until when the price is good without confirmation; null: it is the catalogue's, for play money only.
  good_until bigint,
  -- How many more items of a type the site accepts: its stock is at most what it sells in some weeks. Null: no limit, as with catalogue prices. Counted
  -- down by each deposit, and recomputed whenever prices are updated.
  wanted integer check (wanted >= 0),
  unique (app_id, market_hash_name)
);

-- owner: vault
create table items (
  id text collate "C" primary key,
  item_type text collate "C" not null references item_types (slug),
  -- How its holder got it; becomes WIN when a round gives it to another player.
  kind text not null check (kind in ('DEPOSIT', 'MARKET', 'WIN', 'PRIZE_PROMO')),
  -- The offer, order or grant that brought it onto the site.
  origin text not null,
  created_at bigint not null,
  -- What Steam showed of the asset (float, seed, phase, stickers, inspect link). Null: there is no asset behind the item, or Steam showed nothing of it.
  details jsonb check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000)
);

-- owner: vault
-- One row per item, so that an item cannot be in two places. Moves are updates guarded by holder and state.
create table item_positions (
  item_id text collate "C" primary key references items (id),
  holder_kind text not null check (holder_kind in ('player', 'round', 'house', 'outside')),
  holder_id text collate "C" not null,
  -- The house holds fees ('forfeited') and stock. Stock has its own state, so that a million of it is in no index over players' available items, nor in
  -- the planner's statistics about those.
  state text not null check (state in ('available', 'staked', 'trading', 'withdrawn', 'forfeited', 'stock')),
  -- Number of the item's latest move.
  version integer not null,
  check ((holder_kind = 'round') = (state = 'staked')),
  constraint item_positions_house check ((holder_kind = 'house') = (state in ('forfeited', 'stock'))),
  check ((holder_kind = 'outside') = (state = 'withdrawn'))
);
create index item_positions_available on item_positions (holder_id) where state = 'available';
-- Not yet on sale: few rows, because a sweep puts them on sale.
create index item_positions_forfeited on item_positions (item_id) where state = 'forfeited';
-- Liabilities are read in this order, a page at a time, without those paid out long ago.
create index item_positions_owed on item_positions (holder_id, item_id) where holder_kind = 'player';

-- owner: vault
-- Every move of every item, numbered per item without gaps: move n starts where move n - 1 ended.
create table item_moves (
  item_id text collate "C" not null,
  version integer not null,
  -- Why: MINT, STAKE, RETURN, WIN, FEE, ...
  code text not null,
  from_kind text not null,
  from_id text not null,
  to_kind text not null,
  to_id text not null,
  -- The round, offer or grant behind it.
  ref text not null,
  at bigint not null,
  primary key (item_id, version)
);
-- Movements of items by receiver and by giver, newest first of each code.
create index item_moves_came on item_moves (to_id, code, at, item_id, version) where to_kind = 'player';
create index item_moves_left on item_moves (from_id, code, at, item_id, version) where from_kind = 'player' and to_kind <> 'player';
create trigger item_moves_append_only before update or delete on item_moves
  for each statement execute function vault_append_only();
