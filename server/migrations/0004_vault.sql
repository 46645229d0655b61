-- Items: what they are and the one place where each of them is. Only the functions of this file move them.

-- owner: vault
-- What an item can be, with the current price: one price list for prices in and out.
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
  -- How its holder came by it; becomes WIN when a round gives it to another player.
  kind text not null check (kind in ('DEPOSIT', 'MARKET', 'WIN', 'PRIZE_PROMO')),
  -- The offer, order or grant that brought it onto the site.
  origin text not null,
  created_at bigint not null
);

-- owner: vault
-- One row per item, so that 'in two places' cannot be written down. Moves are updates guarded by holder and state.
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

create function vault_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPV03';
end $$;
create trigger item_moves_append_only before update or delete on item_moves
  for each statement execute function vault_append_only();

-- Puts items of a player into a round, if each is available to that player at the price that the player was shown.
-- p_items ascending: rows are locked in that order. p_types[i] is the type of p_items[i], which never changes.
-- FPV01: an item is not available, or its price is another by now; nothing was moved.
create function vault_stake(
  p_player text, p_round text, p_items text[], p_types text[], p_cents bigint[], p_at bigint
) returns void language plpgsql as $$
declare
  moved integer;
begin
  with moves as (
    update item_positions p
    set holder_kind = 'round', holder_id = p_round, state = 'staked', version = p.version + 1
    from unnest(p_items, p_types, p_cents) as wanted (id, type, cents)
      join item_types t on t.slug = wanted.type and t.price_cents = wanted.cents
    where p.item_id = wanted.id and p.holder_kind = 'player' and p.holder_id = p_player and p.state = 'available'
    returning p.item_id, p.version
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'STAKE', 'player', p_player, 'round', p_round, p_round, p_at from moves;
  get diagnostics moved = row_count;
  if moved <> cardinality(p_items) then
    raise exception 'items of % are not as they were shown', p_player using errcode = 'FPV01';
  end if;
end $$;

-- Takes staked items out of their rounds: RETURN to who staked them, WIN to another player, FEE to the house. Each row of
-- p_moves: {item, round, code, to} (to: player id; '' for the house). All or nothing; FPV03 when one is not in its round.
create function vault_unstake(p_moves jsonb, p_at bigint) returns void language plpgsql as $$
declare
  moved integer;
begin
  perform 1 from item_positions
  where item_id in (select m.item from jsonb_to_recordset(p_moves) as m (item text))
  order by item_id for no key update;
  with moves as (
    update item_positions p
    set holder_kind = case m.code when 'FEE' then 'house' else 'player' end,
      holder_id = case m.code when 'FEE' then 'house' else m."to" end,
      state = case m.code when 'FEE' then 'forfeited' else 'available' end,
      version = p.version + 1
    from jsonb_to_recordset(p_moves) as m (item text, round text, code text, "to" text)
    where p.item_id = m.item and p.holder_kind = 'round' and p.holder_id = m.round and p.state = 'staked'
      and m.code in ('RETURN', 'WIN', 'FEE')
    returning p.item_id, p.version, m.code, m.round, p.holder_kind, p.holder_id
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, code, 'round', round, holder_kind, holder_id, round, p_at from moves;
  get diagnostics moved = row_count;
  if moved <> jsonb_array_length(p_moves) then
    raise exception 'an item is not in the round that it is to leave' using errcode = 'FPV03';
  end if;
  update items set kind = 'WIN'
  where id in (select m.item from jsonb_to_recordset(p_moves) as m (item text, code text) where m.code = 'WIN')
    and kind <> 'WIN';
end $$;
