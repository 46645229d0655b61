-- Puts on sale what the house came by: fees of games, and items that it bought. At most p_limit of them, each once whichever node
-- asks; how many. What somebody else holds right now is left for the next time, and so is
--   an item whose deposit can still be taken back at Steam,
--   an item of a type that the market does not know yet,
--   where p_backed (in live), an item that no real asset of ours stands behind.
-- names item_positions: what the house holds is found and held in the same breath as what stands against selling it
-- names items: an item is listed under its type, which the market has to know
-- names trade_orders: whether the order that brought an item can still be taken back
-- names trade_order_items: which order brought an item is written there alone
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
