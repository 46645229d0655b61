-- Something happened to an order that its bet may have waited for: whoever sees to bets looks at it at once.
create or replace function trade_bets_wake() returns trigger language plpgsql as $$
begin
  update trade_bets set due_at = 0 where order_id = new.id and state = 'OPEN';
  return null;
end $$;
