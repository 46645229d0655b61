-- Assigns our assets to items of a withdrawal that have none yet: p_picks {no, assetId, contextId}. All or nothing, while the claim p_lease holds and
-- nothing was sent. False: an asset backs another item or is in another offer; choose again.
create or replace function trade_assign(p_id text, p_lease text, p_picks jsonb, p_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_set integer;
begin
  perform 1 from trade_orders
  where id = p_id and kind = 'WITHDRAWAL' and state = 'CREATED' and lease = p_lease and lease_until > p_at
  for no key update;
  if not found then
    return false;
  end if;
  insert into trade_assets (item_id, app_id, asset_id, context_id)
  select i.item_id, i.app_id, w."assetId", w."contextId"
  from jsonb_to_recordset(p_picks) as w (no smallint, "assetId" text, "contextId" text)
    join trade_order_items i on i.order_id = p_id and i.no = w.no and i.asset_id is null
  -- Its original asset was reversed after the item had been staked: from now on an asset of the site backs the item.
  on conflict (item_id) do update
  set app_id = excluded.app_id, asset_id = excluded.asset_id, context_id = excluded.context_id, held = true,
    brought_by = null, brought_cents = null
  where not trade_assets.held;
  update trade_order_items i set asset_id = w."assetId", context_id = w."contextId"
  from jsonb_to_recordset(p_picks) as w (no smallint, "assetId" text, "contextId" text)
  where i.order_id = p_id and i.no = w.no and i.asset_id is null;
  get diagnostics v_set = row_count;
  if v_set <> jsonb_array_length(p_picks) then
    raise exception 'order % has no such items without an asset', p_id using errcode = 'FPT03';
  end if;
  return true;
exception when unique_violation then
  return false;
end $$;
revoke all on function trade_assign(text, text, jsonb, bigint) from public;
