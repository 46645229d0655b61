-- Adds to the total ordered out in this hour; returns false and adds nothing if it would exceed p_most. The row of the hour stays locked until the
-- transaction ends, so concurrent orders are counted one after the other.
create or replace function trade_hour_add(p_hour bigint, p_cents bigint, p_most bigint) returns boolean language plpgsql as $$
declare
  v_rows integer;
begin
  insert into trade_hours (hour, out_cents) values (p_hour, 0) on conflict do nothing;
  update trade_hours set out_cents = out_cents + p_cents where hour = p_hour and out_cents + p_cents <= p_most;
  get diagnostics v_rows = row_count;
  return v_rows = 1;
end $$;
