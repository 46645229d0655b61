-- Removes a payment from its block: it is no longer in the chain. If it is not credited, it waits to be seen again. If it is credited, the money
-- stays and an incident is opened, once. p_state: the new state of an uncredited payment, 'REORGED' or 'LOST'.
create or replace function crypto_out(p_network text, p_txid text, p_idx integer, p_state text, p_at bigint) returns void
language plpgsql as $$
declare
  v_was crypto_payments;
begin
  select * into strict v_was from crypto_payments where network = p_network and txid = p_txid and idx = p_idx for update;
  update crypto_payments set height = null, block_hash = null, block_at = null, confirmations = 0, final = false,
    changed_at = p_at, watched = true,
    state = case when state in ('CREDITED', 'DUST') then state else p_state end,
    due_at = case when state in ('CREDITED', 'DUST') then due_at else 0 end
  where network = p_network and txid = p_txid and idx = p_idx and (height is not null or state = 'SEEN' or state = 'REORGED');
  if v_was.state = 'CREDITED' then
    perform crypto_report(case p_state when 'LOST' then 'LOST_AFTER_CREDIT' else 'REORG_AFTER_CREDIT' end, p_network, p_txid, p_idx,
      v_was.wallet_id, 'credited ' || v_was.credited_cents || ' cents' || case p_state when 'LOST' then ', and unknown to the chain'
        else ', was in block ' || coalesce(v_was.height::text, 'none') end, p_at);
  end if;
end $$;
revoke all on function crypto_out(text, text, integer, text, bigint) from public;
