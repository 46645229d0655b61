-- Gives a withdrawal that waits for the signer the coins of a newer quote. False: its state has changed, or its quote is as new.
-- crypto_withdrawals_guard and the table's bounds limit the coins.
create or replace function withdrawal_requote(p_id text, p_units numeric, p_rate_micro bigint, p_at bigint)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_withdrawals set units = p_units, rate_micro = p_rate_micro, quoted_at = p_at, due_at = 0,
    version = version + 1, changed_at = p_at
  where id = p_id and state = 'APPROVED' and quoted_at < p_at;
  if not found then
    return false;
  end if;
  perform crypto_withdrawal_notify(p_id, p_at);
  return true;
end $$;
revoke all on function withdrawal_requote(text, numeric, bigint, bigint) from public;
