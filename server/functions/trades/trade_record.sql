-- Stores what Steam says a trade moved, once per trade and asset. p_moves: {assetId, contextId, newAssetId, newContextId, direction} of the order's
-- app. Returns the number of new ones.
create or replace function trade_record(p_order text, p_trade text, p_moves jsonb, p_at bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer;
begin
  insert into trade_moves (trade_id, app_id, asset_id, context_id, new_asset_id, new_context_id, order_id, direction, at)
  select p_trade, o.app_id, m."assetId", m."contextId", m."newAssetId", m."newContextId", o.id, m.direction, p_at
  from trade_orders o, jsonb_to_recordset(p_moves)
    as m ("assetId" text, "contextId" text, "newAssetId" text, "newContextId" text, direction text)
  where o.id = p_order
  on conflict do nothing;
  get diagnostics v_new = row_count;
  return v_new;
end $$;
revoke all on function trade_record(text, text, jsonb, bigint) from public;
