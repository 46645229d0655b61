-- Emits the fact that an order changed to its player. The page then fetches GET /cryptodeposits/order/list. Wakes the nodes (wake-calls.ts).
create or replace function crypto_notify(p_id text, p_at bigint) returns void language plpgsql as $$
begin
  perform emit_fact('player', o.player_id, o.id, o.version, 'crypto.order', jsonb_build_object(
    'orderId', o.id, 'version', o.version, 'status', o.status), p_at)
  from crypto_orders o where o.id = p_id;
  perform pg_notify('wake_calls', '');
end $$;
