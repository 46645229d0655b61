-- Counts what players received from rounds, their own stakes included: p_cents[i] of p_players[i], who may occur more than once.
create or replace function protection_won(p_players text[], p_cents bigint[]) returns void language sql as $$
  insert into protection_hours as h (player_id, kind, hour, cents)
  select w.player_id, 'won', protection_hour(), sum(w.cents) from unnest(p_players, p_cents) w (player_id, cents)
  where w.cents > 0 group by w.player_id order by w.player_id
  on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents
$$;
