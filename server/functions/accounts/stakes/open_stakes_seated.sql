-- Trigger: a seat whose price is held is an open stake from when it is taken until it is released, which
-- takes it out of the hour in which it was counted.
create or replace function open_stakes_seated() returns trigger language plpgsql as $$
declare
  v_gone open_stakes;
begin
  if tg_op = 'INSERT' then
    insert into open_stakes (round_id, player_id, cents, seat, hour)
    values (new.round_id, new.player_id, new.cents, true, protection_hour());
  else
    delete from open_stakes where round_id = old.round_id and player_id = old.player_id returning * into v_gone;
    perform protection_uncount(v_gone.player_id, 'stake', v_gone.hour, v_gone.cents);
  end if;
  return null;
end $$;
