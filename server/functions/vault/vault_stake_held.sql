-- Moves items that are held into their rounds.
create or replace function vault_stake_held(p_items staked_item[]) returns void language plpgsql as $$
declare
  v_moved integer;
begin
  with moves as (
    update item_positions p
    set holder_kind = 'round', holder_id = w.round_id, state = 'staked', version = p.version + 1
    from unnest(p_items) w where p.item_id = w.item_id
    returning p.item_id, p.version, w.player_id, w.round_id, w.at
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'STAKE', 'player', player_id, 'round', round_id, round_id, at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> cardinality(p_items) then
    raise exception '% of % held items could be moved', v_moved, cardinality(p_items) using errcode = 'FPV01';
  end if;
end $$;
