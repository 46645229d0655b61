-- Emits the fact that an order changed to its player. The page then fetches GET /trades/order/:id. Wakes the nodes (wake-calls.ts).
create or replace function trade_notify(p_id text, p_at bigint) returns void language plpgsql as $$
begin
  perform emit_fact('player', o.player_id, o.id, o.version, 'trade.order', jsonb_build_object(
    'orderId', o.id, 'version', o.version, 'kind', o.kind, 'state', o.state, 'code', o.code, 'offerId', o.offer_id,
    'reason', o.reason), p_at)
  from trade_orders o where o.id = p_id;
  perform pg_notify('wake_calls', '');
end $$;
