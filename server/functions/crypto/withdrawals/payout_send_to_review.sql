-- Sends a withdrawal to review: the signer pays it only with signatures of staff. False: its state has changed.
create or replace function payout_send_to_review(p_id text, p_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_withdrawals set state = 'REVIEW', review = true, version = version + 1, changed_at = p_at
  where id = p_id and state = 'APPROVED' and not review;
  if not found then
    return false;
  end if;
  perform crypto_withdrawal_notify(p_id, p_at);
  return true;
end $$;
revoke all on function payout_send_to_review(text, bigint) from public;
