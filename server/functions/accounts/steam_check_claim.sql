-- Claims inventories to check for a worker; each goes to one worker until p_until. p_at is the worker's time. Drops requests older than a minute:
-- the page requests the check again when it is opened.
create or replace function steam_check_claim(p_at bigint, p_until bigint, p_limit integer)
  returns table (player_id text, app_id integer, partner text, token text, version bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  update steam_checks l set due_at = null
  where (l.player_id, l.app_id) in (
    select d.player_id, d.app_id from steam_checks d where d.due_at <= p_at and d.asked_at <= p_at - 60000
    order by d.asked_at limit 100 for update skip locked);
  return query
  with due as materialized (
    select l.player_id, l.app_id from steam_checks l where l.due_at <= p_at and l.asked_at > p_at - 60000
    order by l.asked_at limit p_limit for update skip locked
  )
  update steam_checks l set due_at = p_until
  from due where l.player_id = due.player_id and l.app_id = due.app_id
  returning l.player_id, l.app_id, l.partner, l.token, l.version;
end $$;
revoke all on function steam_check_claim(bigint, bigint, integer) from public;
