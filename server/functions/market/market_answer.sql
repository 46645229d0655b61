-- What a buyer is told of an order that was done. Null when the total is not known.
create or replace function market_answer(p_order text, p_items text[], p_cents bigint) returns jsonb language plpgsql immutable strict as $$
begin
  return jsonb_build_object('orderId', p_order, 'itemIds', to_jsonb(p_items), 'totalUsd', round(p_cents / 100.0, 2));
end $$;
