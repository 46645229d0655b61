-- The signer has nothing to do for a withdrawal before p_due.
create or replace function payout_later(p_id text, p_due bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  update crypto_withdrawals set due_at = p_due where id = p_id and state in ('APPROVED', 'SIGNED', 'BROADCAST')
$$;
revoke all on function payout_later(text, bigint) from public;
