-- Nothing came for it.
create or replace function protection_crypto_declined() returns trigger language plpgsql as $$
begin
  perform protection_deposit_over(new.id);
  return null;
end $$;
