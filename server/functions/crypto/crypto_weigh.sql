-- Returns addresses whose balance is due for a check, longest unchecked first, and postpones their next check a little until the answer is stored.
-- Covers all assigned addresses, used or not: coins can arrive in ways that no block lists.
create or replace function crypto_weigh(p_network text, p_at bigint, p_limit integer) returns table (address text, coin text)
language sql security definer set search_path = public, pg_temp as $$
  update crypto_wallets w set weigh_at = p_at + 60000
  where w.id = any(array(
    select id from crypto_wallets where network = p_network and weigh_at <= p_at
    order by weigh_at limit p_limit for no key update skip locked))
  returning w.address, w.coin
$$;
revoke all on function crypto_weigh(text, bigint, integer) from public;
