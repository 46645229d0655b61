-- A deposit by Steam counts from its order, whoever writes it: so no two orders together are over the limit.
create or replace function protection_trade_ordered() returns trigger language plpgsql as $$
begin
  perform protection_deposit(new.id, new.player_id, new.cents, true);
  return null;
end $$;
