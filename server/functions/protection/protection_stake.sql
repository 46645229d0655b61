-- Counts a stake against its player's limits, whether there are any or not: a limit that is set later holds over what went before.
-- Refuses what a limit, a break or an exclusion stops.
--
-- The row of the player's hour is held from here to the end of the transaction, and of a player with limits the row in
-- protection_guards too: so stakes of one player on however many nodes are judged one after the other, and each reads what the one
-- before has counted. Locks come after rounds and items, and before accounts of money: hours, then guards.
create or replace function protection_stake(p_player text, p_cents bigint) returns void language plpgsql as $$
declare
  v_refused jsonb;
begin
  insert into protection_hours as h (player_id, kind, hour, cents) values (p_player, 'stake', protection_hour(), p_cents)
  on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents;
  perform 1 from protection_guards where player_id = p_player for no key update;
  if found then
    v_refused := protection_refusal(p_player, array['stake', 'loss'], p_cents, true, 0);
    if v_refused is not null then
      perform refuse(v_refused ->> 'code', v_refused -> 'details');
    end if;
  end if;
end $$;
