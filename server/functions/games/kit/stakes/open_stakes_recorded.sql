-- Trigger: a stake recorded in the players' statistics is no longer open: in the same transaction, so that a stake counts exactly once at any moment.
-- From here on winnings count against loss limits.
create or replace function open_stakes_recorded() returns trigger language plpgsql as $$
begin
  perform protection_won(array_agg(r.player_id), array_agg(r.won_cents)) from recorded r;
  delete from open_stakes o using recorded r where o.round_id = r.round_id and o.player_id = r.player_id;
  return null;
end $$;
