-- Returns finished transactions of the signer to check on the chain, longest unchecked first, and postpones their next check a little until the
-- answer is stored. `dead`: it can never be in the chain, or it moved nothing there.
create or replace function crypto_payout_checks(p_network text, p_at bigint, p_limit integer)
returns table (txid text, address text, coin text, units text, dead boolean)
language sql security definer set search_path = public, pg_temp as $$
  update crypto_payouts p set check_at = p_at + 60000
  where p.ctid = any(array(
    select c.ctid from crypto_payouts c
    where c.network = p_network and c.state in ('CONFIRMED', 'DEAD') and c.check_at <= p_at
    order by c.check_at limit p_limit for no key update skip locked))
  returning p.txid, p.address, p.coin, p.units::text, p.state = 'DEAD'
$$;
revoke all on function crypto_payout_checks(text, bigint, integer) from public;
