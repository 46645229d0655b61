-- A deposit by crypto counts from its order, as what was asked for.
create or replace function protection_crypto_ordered() returns trigger language plpgsql as $$
begin
  perform protection_deposit(new.id, new.player_id, new.asked_cents, true);
  return null;
end $$;
