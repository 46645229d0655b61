-- Makes items of the house stock, so that they can be sold. All or nothing; FPV03 when one is not the house's, or is stock already.
create or replace function vault_restock(p_items text[], p_at bigint) returns void language plpgsql as $$
declare
  v_moved integer;
begin
  with moves as (
    update item_positions p set holder_id = 'house', state = 'stock', version = p.version + 1
    from (select item_id, holder_id from item_positions where item_id = any (p_items)) b
    where p.item_id = b.item_id and p.holder_kind = 'house' and p.state = 'forfeited'
    returning p.item_id, p.version, b.holder_id as from_id
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'RESTOCK', 'house', from_id, 'house', 'house', 'market', p_at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> cardinality(p_items) then
    raise exception '% of % items are the house''s and no stock yet', v_moved, cardinality(p_items) using errcode = 'FPV03';
  end if;
end $$;
