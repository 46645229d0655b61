-- What is in the players' statistics is open no longer: in the transaction that writes them, so that a stake counts once at any moment.
-- What was won counts against loss limits from here on.
create or replace function open_stakes_recorded() returns trigger language plpgsql as $$
begin
  perform protection_won(array_agg(r.player_id), array_agg(r.won_cents)) from recorded r;
  delete from open_stakes o using recorded r where o.round_id = r.round_id and o.player_id = r.player_id;
  return null;
end $$;
