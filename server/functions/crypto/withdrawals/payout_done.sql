-- Marks a transaction as final in the chain, in the block at p_height. Idempotent.
create or replace function payout_done(p_id text, p_txid text, p_height bigint, p_at bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from crypto_withdrawals where id = p_id for no key update;
  update crypto_payouts set state = 'CONFIRMED', height = p_height, changed_at = p_at
  where withdrawal_id = p_id and txid = p_txid and state in ('SIGNED', 'BROADCAST');
  if found then
    update crypto_withdrawals set state = 'CONFIRMED', version = version + 1, changed_at = p_at where id = p_id;
    perform crypto_withdrawal_notify(p_id, p_at);
  end if;
end $$;
revoke all on function payout_done(text, text, bigint, bigint) from public;
