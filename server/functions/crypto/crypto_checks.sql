-- Credited payments that the chain is to be asked about again, those first that were asked about longest ago; their next turn is put
-- off a little until the answer is written. Not those that staff wrote down: no block lists them.
create or replace function crypto_checks(p_network text, p_at bigint, p_limit integer)
returns table (txid text, idx integer, address text, coin text, units text)
language sql security definer set search_path = public, pg_temp as $$
  update crypto_payments p set check_at = p_at + 60000
  from crypto_wallets w
  -- By their places, which stand still while they are locked.
  where w.id = p.wallet_id and p.ctid = any(array(
    select c.ctid from crypto_payments c
    where c.network = p_network and c.state = 'CREDITED' and not c.by_staff and c.check_at <= p_at
    order by c.check_at limit p_limit for no key update skip locked))
  returning p.txid, p.idx, w.address, p.coin, p.units::text
$$;
revoke all on function crypto_checks(text, bigint, integer) from public;
