-- Whether steam_check_claim would find a request.
create or replace function steam_check_any(p_at bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from steam_checks where due_at <= p_at)
$$;
revoke all on function steam_check_any(bigint) from public;
