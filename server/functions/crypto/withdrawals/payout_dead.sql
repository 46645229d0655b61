-- Marks a transaction that can never be in the chain, or is final in it and moved nothing. p_reason null: another one may be signed; else the money
-- is refunded for this reason. Idempotent.
create or replace function payout_dead(p_id text, p_txid text, p_reason text, p_at bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from crypto_withdrawals where id = p_id for no key update;
  update crypto_payouts set state = 'DEAD', changed_at = p_at
  where withdrawal_id = p_id and txid = p_txid and state in ('SIGNED', 'BROADCAST');
  if found then
    update crypto_withdrawals set state = case when p_reason is null then 'APPROVED' else 'FAILED' end, reason = p_reason, txid = null,
      due_at = 0, version = version + 1, changed_at = p_at
    where id = p_id;
    perform crypto_withdrawal_notify(p_id, p_at);
  end if;
end $$;
revoke all on function payout_dead(text, text, text, bigint) from public;
