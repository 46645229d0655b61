-- Trigger: the order ended without a payment.
create or replace function protection_crypto_declined() returns trigger language plpgsql as $$
begin
  perform protection_deposit_over(new.id);
  return null;
end $$;
