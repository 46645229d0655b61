-- Stores what the site's own account holds of a game, from its complete Steam inventory: p_assets {assetId, name}. Stored by name: the number of
-- assets that back no item and are in no open offer, and their value.
-- names item_types: what the whole account holds is worth is said with what it holds, in one statement
create or replace function trade_stock_seen(p_app integer, p_assets jsonb, p_at bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into trade_stock_checks as l (app_id, seen_at) values (p_app, p_at)
  on conflict (app_id) do update set seen_at = excluded.seen_at where l.seen_at < excluded.seen_at;
  if not found then
    return;
  end if;
  delete from trade_stock where app_id = p_app;
  insert into trade_stock (app_id, market_hash_name, free)
  select p_app, s.name, count(*) from jsonb_to_recordset(p_assets) as s ("assetId" text, name text)
  where not exists (select 1 from trade_assets a where a.app_id = p_app and a.asset_id = s."assetId" and a.held)
    and not exists (select 1 from trade_order_items i where i.app_id = p_app and i.asset_id = s."assetId" and i.open)
  group by s.name;
  update trade_stock_checks set free_cents = (
    select coalesce(sum(t.free * i.price_cents), 0)
    from trade_stock t join item_types i on i.app_id = t.app_id and i.market_hash_name = t.market_hash_name
    where t.app_id = p_app)
  where app_id = p_app;
end $$;
revoke all on function trade_stock_seen(integer, jsonb, bigint) from public;
