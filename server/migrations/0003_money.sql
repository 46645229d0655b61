-- Money: double entry in US cents. Only the functions of server/functions/ledger write these tables; a transfer never changes.

-- owner: ledger
-- One row per place that can hold money. The id is its name: 'cash:ply_..', 'hold:ply_..', 'escrow:rnd_..', 'fee:coinflip', 'house', 'world'. 'world'
-- is everything outside the site, so that all balances together are 0.
create table ledger_accounts (
  id text collate "C" primary key,
  kind text not null check (kind in ('player_cash', 'player_hold', 'escrow', 'fee', 'house', 'world')),
  -- Player, round or game that the account belongs to; null for 'house' and 'world'.
  owner_id text,
  balance bigint not null default 0,
  opened_at bigint not null,
  check ((owner_id is null) = (kind in ('house', 'world'))),
  constraint ledger_accounts_covered check (balance >= 0 or kind in ('house', 'world'))
);
create index ledger_accounts_owner on ledger_accounts (owner_id) where owner_id is not null;
-- The initial accounts. 'gifts' is what a demo gave away: its balance is negative by that amount. Separate from outside money; a live site never has
-- any. 'bonus' pays promo codes, so that it shows what bonuses cost the house.
select ledger_open('world', 'world', null, 0), ledger_open('house', 'house', null, 0), ledger_open('gifts', 'world', null, 0),
  ledger_open('bonus', 'house', null, 0);

-- owner: ledger
create table transfers (
  id text collate "C" primary key,
  -- The purpose of the transfer, unique for ever: a second transfer under the same key is the first one.
  key text not null unique,
  -- Why: DEPOSIT, DEMO_GRANT, HOLD, HOLD_RELEASE, ESCROW_HOLD, ESCROW_SETTLE, ESCROW_VOID, ...
  code text not null check (code ~ '^[A-Z][A-Z_]{1,39}$'),
  -- The round, order or request behind it.
  ref text not null,
  at bigint not null
);
-- Transfers of crypto among all others, in order, for the audit round that checks each.
create index transfers_crypto on transfers (code, id) where code like 'CRYPTO\_%';
create trigger transfers_append_only before update or delete on transfers
  for each statement execute function ledger_append_only();

-- owner: ledger
create table postings (
  transfer_id text collate "C" not null references transfers (id),
  account_id text collate "C" not null references ledger_accounts (id),
  cents bigint not null check (cents <> 0),
  primary key (transfer_id, account_id)
);
create index postings_account on postings (account_id, transfer_id);
create trigger postings_append_only before update or delete on postings
  for each statement execute function ledger_append_only();
-- The sum of a transfer is checked once for each statement, whatever wrote the postings: for each row, a query whose plan a connection kept from when
-- there were few rows would read all of them for each new one.
create trigger postings_balanced after insert on postings referencing new table as added
  for each statement execute function ledger_check_balanced();

-- owner: ledger
-- Money staked in a round. Ended once, by the transfer that paid it out or returned it.
create table escrows (
  round_id text collate "C" primary key,
  opened_at bigint not null,
  ended_by text collate "C" unique references transfers (id)
);
create index escrows_open on escrows (round_id) where ended_by is null;

-- owner: ledger
-- Movements of players' money in booking order, one row per player and transfer, with the balance after it. Written by the statements that move
-- money.
create table ledger_history (
  player_id text collate "C" not null,
  -- The transfer's instant; if two nodes' clocks differ, never before that of the previous movement.
  at bigint not null,
  id bigint generated always as identity,
  transfer_id text collate "C" not null references transfers (id),
  -- The kind for filters (ledger_kind).
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'GAME', 'MARKET', 'OTHER')),
  code text not null,
  ref text not null,
  -- Change of the spendable money (negative: out of it) and the balance afterwards; null: unchanged. The same for held money.
  cash_cents bigint,
  cash_after bigint check (cash_after >= 0),
  hold_cents bigint,
  hold_after bigint check (hold_after >= 0),
  primary key (player_id, kind, at, id),
  check ((cash_cents is null) = (cash_after is null) and (hold_cents is null) = (hold_after is null)),
  check (num_nulls(cash_cents, hold_cents) < 2)
);
-- A player's newest movements of every kind; exports read it too.
create index ledger_history_order on ledger_history (player_id, at, id);
create trigger ledger_history_append_only before update or delete on ledger_history
  for each statement execute function ledger_append_only();

-- owner: ledger
-- The site's own accounts ('house', 'world') collect postings first: a transfer adds a row here instead of waiting for the account's single row, for
-- which every market order would queue. A sweep folds the rows into the balance: the account's amount is its balance plus the rows here.
create table ledger_pending (
  id bigserial primary key,
  account_id text collate "C" not null references ledger_accounts (id),
  cents bigint not null check (cents <> 0)
);

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
