-- Sells items of the house to a player, all or none, in the statement's own transaction: receipt, items, money, fact.
-- p_order is the order's and the transfer's id; p_items each once; p_seen: the total that the player was shown, null when
-- they did not say. Raises FPM01 (its detail: the ids that are sold or were never on sale), FPM02 (the ids whose price is not
-- believed), FPM03 (the total now, in cents), FPL01 (not covered).
-- The items are held before the accounts, as nothing else holds items of the house; that leaves the account of the house,
-- which every buyer needs, for the end.
-- names receipts: the answer is stored in the statement that makes it
create or replace function market_buy(
  p_order text, p_player text, p_key text, p_call text, p_hash bytea, p_items text[], p_seen bigint, p_spread_bps integer,
  p_stale_ms bigint, p_at bigint, out answer jsonb, out replayed boolean
) language plpgsql as $$
declare
  v_held text[];
  v_doubted text[];
  v_total bigint;
begin
  answer := claim_receipt(p_player, p_key, p_call, p_hash, null, p_at);
  replayed := answer is not null;
  if replayed then
    return;
  end if;
  -- Whoever waits here for another buyer finds the row gone.
  v_held := array(
    select h.item_id from (
      select l.item_id from market_listings l where l.item_id = any (p_items) order by l.item_id for update
    ) h);
  if cardinality(v_held) <> cardinality(p_items) then
    raise exception 'not on sale' using errcode = 'FPM01',
      detail = (select string_agg(i, ',') from unnest(p_items) i where i <> all (v_held));
  end if;
  with priced as (
    select l.item_id, market_ask(m.reference_cents, p_spread_bps) as cents,
      m.doubt is not null or (m.origin = 'sources' and m.priced_at < p_at - p_stale_ms) as doubted
    from market_listings l join market_prices m on m.item_type = l.item_type
    where l.item_id = any (v_held)
  ), sold as (
    insert into market_sales (order_id, item_id, player_id, cents, at)
    select p_order, item_id, p_player, cents, p_at from priced
  )
  select sum(cents), array_agg(item_id order by item_id) filter (where doubted) into v_total, v_doubted from priced;
  if v_doubted is not null then
    raise exception 'price not believed' using errcode = 'FPM02', detail = array_to_string(v_doubted, ',');
  end if;
  if v_total <> p_seen then
    raise exception 'another price' using errcode = 'FPM03', detail = v_total::text;
  end if;
  delete from market_listings where item_id = any (v_held);
  perform vault_sell(v_held, p_player, p_order, p_at);
  perform emit_fact('market', null, p_order, 1, 'market.sold', jsonb_build_object('itemIds', to_jsonb(v_held)), p_at);
  answer := jsonb_build_object('orderId', p_order, 'itemIds', to_jsonb(v_held), 'totalUsd', round(v_total / 100.0, 2));
  if p_key is not null then
    update receipts set response = answer where player_id = p_player and key = p_key;
  end if;
  perform ledger_transfer(p_order, 'market:' || p_order, 'MARKET_BUY', p_order, p_at,
    array['cash:' || p_player, 'house'], array[-v_total, v_total]);
end $$;
