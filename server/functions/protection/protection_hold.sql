-- Takes the turn of a player whose limits or blocks are about to change, until the transaction ends: whatever of theirs is being
-- staked or brought in now ends first, and what comes later finds the change. An hour is over while somebody waits, so the one
-- before is held too, and the next: a stake of an hour that begins meanwhile has to find the change, of whom had no row here before.
create or replace function protection_hold(p_player text) returns void language plpgsql as $$
begin
  insert into protection_hours (player_id, kind, hour, cents)
  select p_player, k, protection_hour() - n, 0 from unnest(array['deposit', 'stake']) k cross join generate_series(-1, 1) n order by k, n desc
  on conflict (player_id, kind, hour) do update set cents = protection_hours.cents;
  insert into protection_guards (player_id) values (p_player) on conflict do nothing;
  perform 1 from protection_guards where player_id = p_player for no key update;
end $$;
