-- Stores one of our trading accounts as Steam shows it: p_bot {steamId, name, level, sinceAt, avatar}. The newest reading counts.
create or replace function trade_bot_seen(p_bot jsonb, p_at bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into trade_bots as b (steam_id, name, level, since_at, avatar, seen_at)
  values (p_bot ->> 'steamId', p_bot ->> 'name', (p_bot ->> 'level')::integer, (p_bot ->> 'sinceAt')::bigint,
    p_bot ->> 'avatar', p_at)
  on conflict (steam_id) do update set name = excluded.name, level = excluded.level, since_at = excluded.since_at,
    avatar = excluded.avatar, seen_at = excluded.seen_at
  where b.seen_at <= excluded.seen_at
$$;
revoke all on function trade_bot_seen(jsonb, bigint) from public;
