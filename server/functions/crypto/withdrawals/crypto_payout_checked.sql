-- What the chain said of a transaction of the signer that is over. p_found null: it is as it is written; else in words what it is
-- instead. Said twice it is an incident: PAYOUT_NOT_ON_CHAIN of one that is written as paid, DEAD_PAYOUT_ON_CHAIN of one that is written
-- as dead and has moved coins all the same. Asked again after p_every ms, older ones more seldom, each at least every thirty days.
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
