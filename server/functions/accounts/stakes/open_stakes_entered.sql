-- Trigger: adds entries to their players' open stakes. An entry of a battle is not counted: its seat already is.
create or replace function open_stakes_entered() returns trigger language plpgsql as $$
begin
  insert into open_stakes as o (round_id, player_id, cents, seat, hour)
  select round_id, player_id, sum(cents), false, protection_hour() from entered group by round_id, player_id order by round_id, player_id
  on conflict (round_id, player_id) do update set cents = o.cents + case when o.seat then 0 else excluded.cents end;
  return null;
end $$;
