-- Moves items because of trades with Steam, all or nothing; refuses ITEM_NOT_AVAILABLE when one is not where it should be. p_moves: {item, player,
-- code}. p_code per row: HOLD: the player's available item is reserved for a trade; RELEASE: it is available again; LEAVE: a reserved item leaves the
-- site; SELL: the house buys the player's item, reserved or not.
create or replace function vault_trade(p_moves jsonb, p_ref text, p_at bigint) returns void language plpgsql as $$
declare
  v_moved integer;
begin
  perform 1 from item_positions
  where item_id = any(array(select m.item from jsonb_to_recordset(p_moves) as m (item text)))
  order by item_id for no key update;
  with moves as (
    update item_positions p
    set holder_kind = case m.code when 'LEAVE' then 'outside' when 'SELL' then 'house' else 'player' end,
      holder_id = case m.code when 'LEAVE' then 'outside' when 'SELL' then '' else m.player end,
      state = case m.code when 'HOLD' then 'trading' when 'RELEASE' then 'available' when 'LEAVE' then 'withdrawn'
        else 'forfeited' end,
      version = p.version + 1
    from jsonb_to_recordset(p_moves) as m (item text, player text, code text)
    where p.item_id = m.item and p.holder_kind = 'player' and p.holder_id = m.player
      and case m.code when 'HOLD' then p.state = 'available' when 'RELEASE' then p.state = 'trading'
        when 'LEAVE' then p.state = 'trading' when 'SELL' then p.state in ('available', 'trading') else false end
    returning p.item_id, p.version, m.code, m.player, p.holder_kind, p.holder_id
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'TRADE_' || code, 'player', player, holder_kind, holder_id, p_ref, p_at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> jsonb_array_length(p_moves) then
    perform refuse('ITEM_NOT_AVAILABLE');
  end if;
end $$;
