-- Trigger: a crypto deposit counts from its order, with the ordered amount.
create or replace function protection_crypto_ordered() returns trigger language plpgsql as $$
begin
  perform protection_deposit(new.id, new.player_id, new.asked_cents, true);
  return null;
end $$;
