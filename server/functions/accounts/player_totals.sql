-- What a player staked and won, over all games, in rounds with recorded results.
create or replace function player_totals(p_player text, out staked bigint, out won bigint) language sql stable as $$
  select coalesce(sum(s.staked_cents), 0)::bigint, coalesce(sum(s.won_cents), 0)::bigint
  from player_game_stats s where s.player_id = p_player
$$;
