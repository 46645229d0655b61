-- Trigger: an order that ended without a deposit stops counting.
create or replace function protection_order_ended() returns trigger language plpgsql as $$
begin
  perform protection_deposit_over(new.id);
  return null;
end $$;
