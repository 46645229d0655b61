-- What is in the players' statistics is open no longer: in the transaction that writes them, so that a stake counts once at any moment.
create or replace function open_stakes_recorded() returns trigger language plpgsql as $$
begin
  delete from open_stakes o using recorded r where o.round_id = r.round_id and o.player_id = r.player_id;
  return null;
end $$;
