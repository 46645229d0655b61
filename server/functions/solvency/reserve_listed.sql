-- The signer lists the address that it pays from. Once, and for as long as it may hold anything: nothing removes it here.
create or replace function reserve_listed(p_network text, p_address text, p_at bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into solvency_reserves (network, address, kind, listed_at) values (p_network, p_address, 'HOT', p_at) on conflict do nothing
$$;
revoke all on function reserve_listed(text, text, bigint) from public;
