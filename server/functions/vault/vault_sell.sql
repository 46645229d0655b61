-- Moves stock of the house to the player who bought it; it becomes MARKET. p_order: the order behind it. All or nothing;
-- FPV03 when one is not stock of the house.
create or replace function vault_sell(p_items text[], p_player text, p_order text, p_at bigint) returns void language plpgsql as $$
declare
  v_moved integer;
begin
  with moves as (
    update item_positions p set holder_kind = 'player', holder_id = p_player, state = 'available', version = p.version + 1
    where p.item_id = any (p_items) and p.holder_kind = 'house' and p.state = 'stock'
    returning p.item_id, p.version
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'SELL', 'house', 'house', 'player', p_player, p_order, p_at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> cardinality(p_items) then
    raise exception '% of % items to be sold are stock of the house', v_moved, cardinality(p_items) using errcode = 'FPV03';
  end if;
  update items set kind = 'MARKET' where id = any (p_items) and kind <> 'MARKET';
end $$;
