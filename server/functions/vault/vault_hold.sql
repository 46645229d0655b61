-- Holds items until the transaction ends, if each is available to its player at the price that was seen. Returns the stakes
-- that cannot have theirs. p_wait false: an item that somebody else holds right now counts as not to be had.
-- Rows are found by their primary key alone and judged afterwards (offset 0): the planner would as soon walk everything
-- that a player has.
create or replace function vault_hold(p_items staked_item[], p_wait boolean) returns integer[] language plpgsql as $$
declare
  v_held text[];
begin
  if p_wait then
    v_held := array(select h.item_id from (
      select p.item_id, p.holder_kind, p.holder_id, p.state, w.player_id from unnest(p_items) w
        join item_positions p on p.item_id = w.item_id
        join item_types t on t.slug = w.item_type and t.price_cents = w.cents
      order by p.item_id offset 0 for no key update of p
    ) h where h.holder_kind = 'player' and h.holder_id = h.player_id and h.state = 'available');
  else
    v_held := array(select h.item_id from (
      select p.item_id, p.holder_kind, p.holder_id, p.state, w.player_id from unnest(p_items) w
        join item_positions p on p.item_id = w.item_id
        join item_types t on t.slug = w.item_type and t.price_cents = w.cents
      order by p.item_id offset 0 for no key update of p skip locked
    ) h where h.holder_kind = 'player' and h.holder_id = h.player_id and h.state = 'available');
  end if;
  if cardinality(v_held) = cardinality(p_items) then
    return '{}';
  end if;
  return array(select distinct w.stake from unnest(p_items) w where w.item_id <> all (v_held));
end $$;
