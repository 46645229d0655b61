-- Whether the trading account would hold at most p_most with all ordered deposits, including those of this transaction. Its row stays locked until
-- the transaction ends, so concurrent orders are counted one after the other.
create or replace function trade_room(p_most bigint) returns boolean language plpgsql as $$
declare
  v_held bigint;
begin
  set constraints trade_orders_held immediate;
  select h.brought_cents + h.ordered_cents + (select coalesce(sum(l.free_cents), 0) from trade_stock_looks l)
  into v_held from trade_holdings h;
  return v_held <= p_most;
end $$;
