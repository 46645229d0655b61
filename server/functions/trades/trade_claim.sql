-- Claims due orders for a worker (returns their ids), each for one worker until p_until. p_lease names the worker's claim; p_at is its time.
create or replace function trade_claim(p_lease text, p_at bigint, p_until bigint, p_limit integer) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  update trade_orders o set lease = p_lease, lease_until = p_until
  where o.id = any(array(
    select d.id from trade_orders d where d.due_at <= p_at and d.lease_until <= p_at
    order by d.due_at limit p_limit for update skip locked))
  returning o.id
$$;
revoke all on function trade_claim(text, bigint, bigint, integer) from public;
