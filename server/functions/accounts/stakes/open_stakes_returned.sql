-- Trigger: a round without a result returned its stakes; a scripted round counts for no player.
create or replace function open_stakes_returned() returns trigger language plpgsql as $$
begin
  perform protection_uncount(g.player_id, 'stake', g.hour, g.cents)
  from (select * from open_stakes o where o.round_id = new.id order by o.player_id) g;
  delete from open_stakes where round_id = new.id;
  return null;
end $$;
