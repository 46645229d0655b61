-- Trigger: an order that ended without a trade stops counting; one accepted after it was given up counts again, from then on. A credited deposit that
-- is reversed at Steam stays counted: limits are on deposits.
create or replace function protection_trade_moved() returns trigger language plpgsql as $$
begin
  if new.state in ('DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED') then
    perform protection_deposit_over(new.id);
  else
    perform protection_deposit(new.id, new.player_id, new.cents, false);
  end if;
  return null;
end $$;
