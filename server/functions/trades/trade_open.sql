-- Writes an order with its items and gives it one of the player's two slots for open offers. Both arguments are rows as jsonb, by column. Refuses
-- TOO_MANY_OFFERS when both slots are taken, and ITEM_IN_OFFER when an asset is in another open offer.
create or replace function trade_open(p_order jsonb, p_items jsonb) returns void language plpgsql as $$
declare
  v_index text;
begin
  for v_slot in 1..2 loop
    begin
      insert into trade_orders (id, kind, player_id, partner, token, app_id, code, to_balance, cents, created_at, expires_at,
        changed_at, due_at, slot)
      select o.id, o.kind, o.player_id, o.partner, o.token, o.app_id, o.code, o.to_balance, o.cents, o.created_at, o.expires_at,
        o.created_at, o.created_at, v_slot
      from jsonb_populate_record(null::trade_orders, p_order) o;
      insert into trade_order_items (order_id, no, app_id, context_id, asset_id, item_type, market_hash_name, cents, back_cents, item_id,
        details)
      select i.order_id, i.no, i.app_id, i.context_id, i.asset_id, i.item_type, i.market_hash_name, i.cents, i.back_cents, i.item_id,
        i.details
      from jsonb_populate_recordset(null::trade_order_items, p_items) i;
      return;
    exception when unique_violation then
      get stacked diagnostics v_index = constraint_name;
      if v_index = 'trade_order_items_once' then
        perform refuse('ITEM_IN_OFFER');
      elsif v_index <> 'trade_orders_slots' then
        raise;
      end if;
    end;
  end loop;
  perform refuse('TOO_MANY_OFFERS');
end $$;
