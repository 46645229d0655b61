-- Transactions of the signer that are over, which the chain is to be asked about again: those that were asked about longest ago first;
-- their next turn is put off a little until the answer is written. `dead`: it can never be in the chain, or it moved nothing there.
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
