-- Claims due withdrawals of a network for a signer (returns their ids); no other signer gets them before p_until.
create or replace function payout_claim(p_network text, p_at bigint, p_until bigint, p_limit integer) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  update crypto_withdrawals w set due_at = p_until
  where w.id = any(array(
    select d.id from crypto_withdrawals d
    where d.network = p_network and d.due_at <= p_at and d.state in ('APPROVED', 'SIGNED', 'BROADCAST')
    order by d.due_at, d.id limit p_limit for no key update skip locked))
  returning w.id
$$;
revoke all on function payout_claim(text, bigint, bigint, integer) from public;
