-- Reserve addresses of a chain whose balance was not checked since p_before, longest unchecked first.
create or replace function reserve_weigh(p_network text, p_before bigint, p_limit integer) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select address from solvency_reserves where network = p_network and (seen_at is null or seen_at <= p_before)
  order by seen_at nulls first, address limit p_limit
$$;
revoke all on function reserve_weigh(text, bigint, integer) from public;
