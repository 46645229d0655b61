-- Trigger: a Steam deposit counts from its order: so two orders together cannot exceed the limit.
create or replace function protection_trade_ordered() returns trigger language plpgsql as $$
begin
  perform protection_deposit(new.id, new.player_id, new.cents, true);
  return null;
end $$;
