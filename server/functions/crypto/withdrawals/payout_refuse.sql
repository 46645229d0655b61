-- The signer will never send this one, and nothing of it was signed: the money comes back. False: it is elsewhere by now.
create or replace function payout_refuse(p_id text, p_reason text, p_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_withdrawals set state = 'FAILED', reason = p_reason, version = version + 1, changed_at = p_at
  where id = p_id and state = 'APPROVED';
  if not found then
    return false;
  end if;
  perform crypto_withdrawal_tell(p_id, p_at);
  return true;
end $$;
revoke all on function payout_refuse(text, text, bigint) from public;
