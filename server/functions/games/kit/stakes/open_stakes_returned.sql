-- A round that ended without a result gave its stakes back; one that was scripted counts for nobody.
create or replace function open_stakes_returned() returns trigger language plpgsql as $$
begin
  perform protection_uncount(g.player_id, 'stake', g.hour, g.cents)
  from (select * from open_stakes o where o.round_id = new.id order by o.player_id) g;
  delete from open_stakes where round_id = new.id;
  return null;
end $$;
