-- Updates confirmations: the newest block is p_tip, all up to p_final are final. A credited payment that had left the chain and is final again closes
-- its incident. A payment with a hundred blocks on top is done.
create or replace function crypto_confirm(p_network text, p_tip bigint, p_final bigint, p_at bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_incidents i set closed_at = p_at
  from crypto_payments p
  where i.network = p_network and i.closed_at is null and i.kind in ('REORG_AFTER_CREDIT', 'LOST_AFTER_CREDIT')
    and p.network = i.network and p.txid = i.txid and p.idx = i.idx and p.height <= p_final;
  update crypto_payments set confirmations = (p_tip - height + 1)::integer, final = height <= p_final,
    watched = not (state in ('CREDITED', 'DUST') and height <= p_final and p_tip - height >= 100),
    changed_at = p_at, due_at = case when state = 'CONFIRMING' then 0 else due_at end
  where network = p_network and watched and height <= p_tip
    and (confirmations <> p_tip - height + 1 or final <> (height <= p_final));
end $$;
revoke all on function crypto_confirm(text, bigint, bigint, bigint) from public;
