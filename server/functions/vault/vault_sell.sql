-- Moves stock of the house to the players who bought it; it becomes MARKET. All or nothing; FPV03 when one is not stock of the
-- house.
create or replace function vault_sell(p_items sold_item[]) returns void language plpgsql as $$
declare
  v_moved integer;
begin
  with moves as (
    update item_positions p set holder_kind = 'player', holder_id = w.player_id, state = 'available', version = p.version + 1
    from unnest(p_items) w
    where p.item_id = w.item_id and p.holder_kind = 'house' and p.state = 'stock'
    returning p.item_id, p.version, w.player_id, w.order_id, w.at
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'SELL', 'house', 'house', 'player', player_id, order_id, at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> cardinality(p_items) then
    raise exception '% of % items to be sold are stock of the house', v_moved, cardinality(p_items) using errcode = 'FPV03';
  end if;
  update items set kind = 'MARKET'
  where id = any (array(select w.item_id from unnest(p_items) w)) and kind <> 'MARKET';
end $$;
