-- What currently counts against a limit of this kind over so many hours, hour by hour: cents (winnings: below zero) and the hour from which they stop
-- counting.
--
-- The rule at the edge of a span: stakes and deposits count until their whole hour is older than the span, so for 24 hours and up to one more;
-- winnings count only while their whole hour is inside. So no period of 24 (168, 720) hours, whenever it begins, exceeds the limit, to the cent.
create or replace function protection_counted(p_player text, p_kind text, p_hours integer)
returns table (cents bigint, leaves_at bigint) language sql stable as $$
  select h.cents, h.hour + p_hours + 1 from protection_hours h
  where h.player_id = p_player and h.kind = case p_kind when 'loss' then 'stake' else p_kind end
    and h.hour >= protection_hour() - p_hours
  union all
  select -h.cents, h.hour + p_hours from protection_hours h
  where p_kind = 'loss' and h.player_id = p_player and h.kind = 'won' and h.hour > protection_hour() - p_hours
$$;
