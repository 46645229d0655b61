-- Whether a reality check of this player is open: its interval is over in the current visit, and it was not read. A visit ends when no page was open
-- for half an hour (store.ts): the next one begins without it.
create or replace function protection_check_waits(p_player text) returns boolean language sql stable as $$
  select exists (
    select from protection_guards g join protection_visits v on v.player_id = g.player_id
    where g.player_id = p_player and v.read_at + g.reality_minutes * 60000::bigint <= protection_ms()
      and v.seen_at + 1800000 >= protection_ms())
$$;
