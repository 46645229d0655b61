-- The statement that an address must sign: the newest published one, unless it has signed that. Only number and root (hex), so that a signer need not
-- parse the site's statement.
create or replace function reserve_to_sign(p_network text, p_address text) returns table (number bigint, root text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.number, s.body::jsonb -> 'says' ->> 'root'
  from solvency_reserves r cross join lateral (
    select n.number, n.body from solvency_statements n where n.at is not null order by n.number desc limit 1) s
  where r.network = p_network and r.address = p_address and r.signed_number is distinct from s.number
$$;
revoke all on function reserve_to_sign(text, text) from public;
