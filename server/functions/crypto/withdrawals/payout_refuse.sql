-- Refuses a withdrawal: the signer will never send it and has signed nothing, so the money is refunded. False: its state has changed.
create or replace function payout_refuse(p_id text, p_reason text, p_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_withdrawals set state = 'FAILED', reason = p_reason, version = version + 1, changed_at = p_at
  where id = p_id and state = 'APPROVED';
  if not found then
    return false;
  end if;
  perform crypto_withdrawal_notify(p_id, p_at);
  return true;
end $$;
revoke all on function payout_refuse(text, text, bigint) from public;
