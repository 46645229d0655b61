-- The figures for signs of risky play of one player at p_hour (hours since 1970, exclusive): sums of days and hours, never rounds. Lost: staked less
-- won, below zero when more was won.
-- names player_days: the sums by day, which hours reach back too short for
create or replace function protection_risk(p_player text, p_hour bigint)
returns table (
  -- In the 7 days up to this one, and in an average week of the 4 weeks before.
  lost_week bigint, lost_before bigint,
  -- In the last 24 hours: deposits, number of hours with one, losses, and hours with a stake.
  deposited bigint, deposit_hours integer, lost_day bigint, play_hours integer,
  -- In the last 30 days: confirmed looser limits, and returns from an exclusion.
  raised integer, returned integer
) language sql stable as $$
  select d.lost_week, d.lost_before, h.deposited, h.deposit_hours, h.lost_day, h.play_hours, c.raised, c.returned
  from (
    select coalesce(sum(staked_cents - won_cents) filter (where day > p_hour / 24 - 7), 0)::bigint as lost_week,
      (coalesce(sum(staked_cents - won_cents) filter (where day <= p_hour / 24 - 7), 0) / 4)::bigint as lost_before
    from player_days where player_id = p_player and day > p_hour / 24 - 35 and day <= p_hour / 24
  ) d cross join (
    select coalesce(sum(cents) filter (where kind = 'deposit'), 0)::bigint as deposited,
      count(*) filter (where kind = 'deposit' and cents > 0)::integer as deposit_hours,
      coalesce(sum(case kind when 'stake' then cents when 'won' then -cents end), 0)::bigint as lost_day,
      count(*) filter (where kind = 'stake' and cents > 0)::integer as play_hours
    from protection_hours
    where player_id = p_player and kind = any (array['deposit', 'stake', 'won']) and hour >= p_hour - 24 and hour < p_hour
  ) h cross join (
    select count(*) filter (where what = 'limit.confirmed')::integer as raised,
      count(*) filter (where what = 'return.confirmed')::integer as returned
    from protection_changes
    where player_id = p_player and at > (p_hour - 720) * 3600000 and what in ('limit.confirmed', 'return.confirmed')
  ) c
$$;
