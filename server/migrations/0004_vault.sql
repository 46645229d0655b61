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
  created_at bigint not null
);

-- owner: vault
-- One row per item, so that an item cannot be in two places. Moves are updates guarded by holder and state.
create table item_positions (
  item_id text collate "C" primary key references items (id),
  holder_kind text not null check (holder_kind in ('player', 'round', 'house', 'outside')),
  holder_id text collate "C" not null,
  state text not null check (state in ('available', 'staked', 'trading', 'withdrawn', 'forfeited')),
  -- Number of the item's latest move.
  version integer not null,
  check ((holder_kind = 'round') = (state = 'staked')),
  check ((holder_kind = 'house') = (state = 'forfeited')),
  check ((holder_kind = 'outside') = (state = 'withdrawn'))
);
create index item_positions_available on item_positions (holder_id) where state = 'available';

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
create trigger item_moves_append_only before update or delete on item_moves
  for each statement execute function vault_append_only();
