-- Whether steam_look_claim would find a request.
create or replace function steam_look_any(p_at bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from steam_looks where due_at <= p_at)
$$;
revoke all on function steam_look_any(bigint) from public;
