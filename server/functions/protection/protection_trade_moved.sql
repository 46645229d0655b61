-- One that ended without a trade counts no more; one that was accepted after it was given up counts again, from then. What was credited
-- and taken back at Steam stays counted: limits are on what came in.
create or replace function protection_trade_moved() returns trigger language plpgsql as $$
begin
  if new.state in ('DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED') then
    perform protection_deposit_over(new.id);
  else
    perform protection_deposit(new.id, new.player_id, new.cents, false);
  end if;
  return null;
end $$;
