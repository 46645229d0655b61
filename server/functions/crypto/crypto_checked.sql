-- Records the chain's answer about a credited payment. p_found null: the payment is as stored; else text that describes the difference. A difference
-- counts only when reported twice, because one answer may come from a faulty node. A payment that is in no block at the moment is skipped: it has its
-- own incident. The next check is due after p_every ms, for older payments less often, but at least every thirty days.
create or replace function crypto_checked(p_network text, p_txid text, p_idx integer, p_found text, p_every bigint, p_at bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_was crypto_payments;
begin
  select * into strict v_was from crypto_payments where network = p_network and txid = p_txid and idx = p_idx for no key update;
  if p_found is null or v_was.height is null then
    update crypto_payments set doubt = null, check_at = p_at + greatest(p_every, least(p_at - seen_at, 2592000000))
    where network = p_network and txid = p_txid and idx = p_idx;
  elsif v_was.doubt is distinct from p_found then
    update crypto_payments set doubt = p_found, check_at = p_at + 1000
    where network = p_network and txid = p_txid and idx = p_idx;
  else
    update crypto_payments set check_at = p_at + p_every where network = p_network and txid = p_txid and idx = p_idx;
    perform crypto_report('NOT_ON_CHAIN', p_network, p_txid, p_idx, v_was.wallet_id,
      'credited ' || v_was.credited_cents || ' cents for ' || v_was.units || ' base units of ' || v_was.coin || '; ' || p_found, p_at);
  end if;
end $$;
revoke all on function crypto_checked(text, text, integer, text, bigint, bigint) from public;
