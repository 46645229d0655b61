-- What is counted now against a limit of this kind over so many hours, hour by hour: cents (won: below zero) and the hour from which
-- they are counted no more.
--
-- The rule at the edge of a span: what is staked or brought in counts until its whole hour is older than the span, so for 24 hours and up
-- to one more; what is won counts only while its whole hour is inside. So however the hours fall, no 24 (168, 720) hours that begin
-- at any moment hold more than the limit, to the cent.
create or replace function protection_counted(p_player text, p_kind text, p_hours integer)
returns table (cents bigint, leaves_at bigint) language sql stable as $$
  select h.cents, h.hour + p_hours + 1 from protection_hours h
  where h.player_id = p_player and h.kind = case p_kind when 'loss' then 'stake' else p_kind end
    and h.hour >= protection_hour() - p_hours
  union all
  select -h.cents, h.hour + p_hours from protection_hours h
  where p_kind = 'loss' and h.player_id = p_player and h.kind = 'won' and h.hour > protection_hour() - p_hours
$$;
