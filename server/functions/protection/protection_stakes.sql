-- Counts stakes against their players' limits and returns those to refuse, each with its refusal {code, details}; these are not counted. All others
-- are, even of players without limits: a new limit applies to earlier stakes too. Stakes of one player are judged in order, as if each came alone.
--
-- Locks the row of the player's hour until the end of the transaction, and for players with limits the row in protection_guards too: so stakes of one
-- player on any number of nodes are judged one after the other, and each sees the previous ones. Lock order: after rounds and items, before accounts
-- of money; hours, then guards, each by player.
create or replace function protection_stakes(p_stakes protected_stake[]) returns table (stake integer, refused jsonb)
language plpgsql as $$
declare
  v_hour bigint := protection_hour();
  v_guarded text[];
  s record;
begin
  insert into protection_hours as h (player_id, kind, hour, cents)
  select w.player_id, 'stake', v_hour, sum(w.cents) from unnest(p_stakes) w group by w.player_id order by w.player_id
  on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents;
  v_guarded := array(select g.player_id from protection_guards g
    where g.player_id = any (array(select w.player_id from unnest(p_stakes) w)) order by g.player_id for no key update);
  if v_guarded = '{}' then
    return;
  end if;
  for s in
    select w.stake, w.player_id, w.cents, coalesce(sum(w.cents) over (partition by w.player_id order by w.stake
      rows between 1 following and unbounded following), 0)::bigint as later
    from unnest(p_stakes) w where w.player_id = any (v_guarded) order by w.stake
  loop
    refused := protection_refusal(s.player_id, array['stake', 'loss'], s.cents, true, s.later);
    if refused is not null then
      perform protection_uncount(s.player_id, 'stake', v_hour, s.cents);
      stake := s.stake;
      return next;
    end if;
  end loop;
end $$;
