-- Puts items of a player into a round, if each is available to that player at the price that the player was shown.
-- p_items ascending: rows are locked in that order. p_types[i] is the type of p_items[i], which never changes.
-- FPV01: an item is not available, or its price is another by now; nothing was moved.
create or replace function vault_stake(
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
