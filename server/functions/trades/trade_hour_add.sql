-- Adds to what is ordered out in this hour; false, and nothing is added, when it would be more than p_most. The row of the hour
-- is held until the transaction ends, so however many ask at once, they are counted one after the other.
create or replace function trade_hour_add(p_hour bigint, p_cents bigint, p_most bigint) returns boolean language plpgsql as $$
declare
  v_rows integer;
begin
  insert into trade_hours (hour, out_cents) values (p_hour, 0) on conflict do nothing;
  update trade_hours set out_cents = out_cents + p_cents where hour = p_hour and out_cents + p_cents <= p_most;
  get diagnostics v_rows = row_count;
  return v_rows = 1;
end $$;
