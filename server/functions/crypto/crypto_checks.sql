-- Returns credited payments to check on the chain, longest unchecked first, and postpones their next check a little until the answer is stored. Skips
-- payments that staff entered: no block lists them.
create or replace function crypto_checks(p_network text, p_at bigint, p_limit integer)
returns table (txid text, idx integer, address text, coin text, units text)
language sql security definer set search_path = public, pg_temp as $$
  update crypto_payments p set check_at = p_at + 60000
  from crypto_wallets w
  -- By ctid, which is stable while the rows are locked.
  where w.id = p.wallet_id and p.ctid = any(array(
    select c.ctid from crypto_payments c
    where c.network = p_network and c.state = 'CREDITED' and not c.by_staff and c.check_at <= p_at
    order by c.check_at limit p_limit for no key update skip locked))
  returning p.txid, p.idx, w.address, p.coin, p.units::text
$$;
revoke all on function crypto_checks(text, bigint, integer) from public;
