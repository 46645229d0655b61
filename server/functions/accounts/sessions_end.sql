-- Ends every session and API key of a player, as of this transaction.
create or replace function sessions_end(p_player text) returns void language sql as $$
  delete from sessions where player_id = p_player;
  delete from api_keys where player_id = p_player
$$;
