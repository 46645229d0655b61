-- Postpones a withdrawal: the signer has nothing to do for it before p_due.
create or replace function payout_postpone(p_id text, p_due bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  update crypto_withdrawals set due_at = p_due where id = p_id and state in ('APPROVED', 'SIGNED', 'BROADCAST')
$$;
revoke all on function payout_postpone(text, bigint) from public;
