-- Bots gain no experience and have no level: what they were given before is taken back. Their results stay as they are.
update player_results r set xp_hundredths = 0
from players p where p.id = r.player_id and p.is_fake and r.xp_hundredths > 0;

update player_game_stats s set xp_hundredths = 0
from players p where p.id = s.player_id and p.is_fake and s.xp_hundredths > 0;
