-- Trigger: a change of an order makes its waiting bet due at once.
create or replace function trade_bets_wake() returns trigger language plpgsql as $$
begin
  update trade_bets set due_at = 0 where order_id = new.id and state = 'OPEN';
  return null;
end $$;
