-- Trigger: a stake recorded in the players' statistics is no longer open: in the same transaction, so that a stake counts exactly once at any moment.
-- From here on winnings count against loss limits. The array makes the delete read the stakes of these rounds alone; a join reads all that are open.
create or replace function open_stakes_recorded() returns trigger language plpgsql as $$
begin
  perform protection_won(array_agg(r.player_id), array_agg(r.won_cents)) from recorded r;
  delete from open_stakes o where o.round_id = any (array(select r.round_id from recorded r))
    and (o.round_id, o.player_id) in (select r.round_id, r.player_id from recorded r);
  return null;
end $$;
