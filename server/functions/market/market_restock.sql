-- Puts items of the house on sale: fees of games, and items that it bought. At most p_limit, each once whichever node runs it; returns how many.
-- Items locked by others wait for the next run. Skipped are items whose deposit can still be reversed at Steam, items of a type that the market does
-- not know yet, and with p_backed (in live) items without a real asset.
-- names item_positions: items of the house are found and locked in the same statement as what prevents their sale
-- names items: an item is listed under its type, which the market must know
-- names trade_orders: whether the order that brought an item can still be reversed
-- names trade_order_items: the only place that says which order brought an item
-- names trade_assets: whether a real asset of ours stands behind an item
create or replace function market_restock(p_limit integer, p_backed boolean, p_at bigint) returns integer language plpgsql as $$
declare
  v_items text[];
begin
  v_items := array(
    select p.item_id from item_positions p
    where p.state = 'forfeited'
      and not exists (select from trade_order_items d join trade_orders t on t.id = d.order_id
        where d.item_id = p.item_id and t.kind = 'DEPOSIT' and t.released_at is null offset 0)
      and exists (select from items i join market_prices m on m.item_type = i.item_type where i.id = p.item_id offset 0)
      and (not p_backed or exists (select from trade_assets a where a.item_id = p.item_id and a.held offset 0))
    order by p.item_id limit p_limit for no key update of p skip locked);
  if v_items = '{}' then
    return 0;
  end if;
  perform vault_restock(v_items, p_at);
  insert into market_listings (item_id, item_type, listed_at)
  select i.id, i.item_type, p_at from items i where i.id = any (v_items);
  return cardinality(v_items);
end $$;
