-- Stores a signed transaction before it is published: from now on it is the one of its withdrawal. p_payout: {txid, raw, units (text), expiresAt,
-- nonce, inputs}; p_day: base units of the coin that may be signed in 24 h. Returns 'stored'; 'day': the daily limit is reached; 'taken': its inputs
-- or nonce belong to another transaction; 'gone': the withdrawal does not wait for a signature, or a new quote changed its coins. Nothing is written
-- except for 'stored'.
create or replace function payout_store(p_id text, p_payout jsonb, p_day numeric, p_at bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_row crypto_withdrawals;
  v_inputs text[] := array(select jsonb_array_elements_text(p_payout -> 'inputs'));
begin
  select * into v_row from crypto_withdrawals where id = p_id and state = 'APPROVED' for no key update;
  if not found or (p_payout ->> 'units')::numeric is distinct from v_row.units then
    return 'gone';
  end if;
  -- One signer at a time per network, so that the daily sum, nonces and inputs are computed from stored rows.
  perform pg_advisory_xact_lock(hashtext('payout ' || v_row.network));
  if (select coalesce(sum(units), 0) + v_row.units > p_day from crypto_payouts
      where coin = v_row.coin and state <> 'DEAD' and signed_at > p_at - 86400000) then
    return 'day';
  end if;
  if exists (select from crypto_payouts where network = v_row.network and state in ('SIGNED', 'BROADCAST') and inputs && v_inputs)
    or exists (select from crypto_payouts
      where network = v_row.network and nonce = (p_payout ->> 'nonce')::bigint and state <> 'DEAD') then
    return 'taken';
  end if;
  insert into crypto_payouts (withdrawal_id, attempt, network, coin, address, units, txid, raw, expires_at, nonce, inputs, signed_at,
    changed_at)
  values (p_id, 1 + (select count(*) from crypto_payouts where withdrawal_id = p_id), v_row.network, v_row.coin, v_row.address,
    v_row.units, p_payout ->> 'txid', p_payout ->> 'raw', (p_payout ->> 'expiresAt')::bigint, (p_payout ->> 'nonce')::bigint, v_inputs,
    p_at, p_at);
  update crypto_withdrawals set state = 'SIGNED', txid = p_payout ->> 'txid', version = version + 1, changed_at = p_at
  where id = p_id;
  perform crypto_withdrawal_notify(p_id, p_at);
  return 'stored';
end $$;
revoke all on function payout_store(text, jsonb, numeric, bigint) from public;
