-- Stores the complete trade page of a player as the trading account saw it: p_items {assetId, contextId, name}. Returns false and stores nothing if
-- the inventory was invalidated meanwhile; then it is checked again. Emits a fact, so that open pages reload.
create or replace function steam_check_seen(p_player text, p_app integer, p_version bigint, p_items jsonb, p_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_checks integer;
begin
  update steam_checks set items = p_items, seen_at = p_at, due_at = null, checks = checks + 1
  where player_id = p_player and app_id = p_app and version = p_version
  returning checks into v_checks;
  if not found then
    return false;
  end if;
  perform emit_fact('player', p_player, 'steam:' || p_app, v_checks, 'steam.items',
    jsonb_build_object('appId', p_app), p_at);
  perform pg_notify('wake_calls', '');
  return true;
end $$;
revoke all on function steam_check_seen(text, integer, bigint, jsonb, bigint) from public;
