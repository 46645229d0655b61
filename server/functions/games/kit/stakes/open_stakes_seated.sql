-- A seat whose price is held is an open stake from the taking on, and none when it is given back.
create or replace function open_stakes_seated() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_stakes (round_id, player_id, cents, seat) values (new.round_id, new.player_id, new.cents, true);
  else
    delete from open_stakes where round_id = old.round_id and player_id = old.player_id;
  end if;
  return null;
end $$;
