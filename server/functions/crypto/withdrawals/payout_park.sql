-- The signer sends this one only with signatures of the staff: it waits for them. False: it is elsewhere by now.
create or replace function payout_park(p_id text, p_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_withdrawals set state = 'REVIEW', review = true, version = version + 1, changed_at = p_at
  where id = p_id and state = 'APPROVED' and not review;
  if not found then
    return false;
  end if;
  perform crypto_withdrawal_tell(p_id, p_at);
  return true;
end $$;
revoke all on function payout_park(text, bigint) from public;
