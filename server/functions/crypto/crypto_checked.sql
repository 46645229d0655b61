-- What the chain said of a credited payment that it was asked about. p_found null: it is as it is written; else in words what it is
-- instead. Believed when it is said twice: one answer may be of a node that is not well. Not in a block at this moment: passed, as
-- that has an incident of its own. Asked again after p_every ms, older ones more seldom, each at least every thirty days.
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
