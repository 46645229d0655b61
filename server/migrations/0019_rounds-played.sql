-- A player's rounds are read newest first by when they ended: a pot or a game may have been opened long before it was settled.
create index player_results_newest on player_results (player_id, at desc, round_id desc);
