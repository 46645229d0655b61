-- Records the chain's answer about a finished transaction of the signer. p_found null: as stored; else text that describes the difference. A
-- difference reported twice is an incident: PAYOUT_NOT_ON_CHAIN for one stored as paid, DEAD_PAYOUT_ON_CHAIN for one stored as dead that still moved
-- coins. The next check is due after p_every ms, for older ones less often, but at least every thirty days.
create or replace function crypto_payout_checked(p_network text, p_txid text, p_found text, p_every bigint, p_at bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_was crypto_payouts;
begin
  select * into strict v_was from crypto_payouts where network = p_network and txid = p_txid for no key update;
  if p_found is null then
    update crypto_payouts set doubt = null, check_at = p_at + greatest(p_every, least(p_at - signed_at, 2592000000))
    where network = p_network and txid = p_txid;
  elsif v_was.doubt is distinct from p_found then
    update crypto_payouts set doubt = p_found, check_at = p_at + 1000 where network = p_network and txid = p_txid;
  else
    update crypto_payouts set check_at = p_at + p_every where network = p_network and txid = p_txid;
    perform crypto_report(case v_was.state when 'DEAD' then 'DEAD_PAYOUT_ON_CHAIN' else 'PAYOUT_NOT_ON_CHAIN' end, p_network, p_txid, 0,
      null, v_was.withdrawal_id || ' pays ' || v_was.units || ' base units of ' || v_was.coin || ' to ' || v_was.address || '; ' || p_found,
      p_at);
  end if;
end $$;
revoke all on function crypto_payout_checked(text, text, text, bigint, bigint) from public;
