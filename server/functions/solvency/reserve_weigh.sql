-- Addresses of the site's reserves in a chain that were not looked at since p_before, longest ago first.
create or replace function reserve_weigh(p_network text, p_before bigint, p_limit integer) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select address from solvency_reserves where network = p_network and (seen_at is null or seen_at <= p_before)
  order by seen_at nulls first, address limit p_limit
$$;
revoke all on function reserve_weigh(text, bigint, integer) from public;
