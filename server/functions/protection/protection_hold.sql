-- Locks a player whose limits or blocks are about to change, until the transaction ends: stakes and deposits in progress finish first, and later ones
-- see the change. The hour may change while a transaction waits, so the previous and the next hour are locked too: a stake in an hour that has just
-- begun must see the change, even of a player without a row.
create or replace function protection_hold(p_player text) returns void language plpgsql as $$
begin
  insert into protection_hours (player_id, kind, hour, cents)
  select p_player, k, protection_hour() - n, 0 from unnest(array['deposit', 'stake']) k cross join generate_series(-1, 1) n order by k, n desc
  on conflict (player_id, kind, hour) do update set cents = protection_hours.cents;
  insert into protection_guards (player_id) values (p_player) on conflict do nothing;
  perform 1 from protection_guards where player_id = p_player for no key update;
end $$;
