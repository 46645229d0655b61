-- Marks a transaction as accepted by a node. Idempotent.
create or replace function payout_sent(p_id text, p_txid text, p_at bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from crypto_withdrawals where id = p_id for no key update;
  update crypto_payouts set state = 'BROADCAST', changed_at = p_at
  where withdrawal_id = p_id and txid = p_txid and state = 'SIGNED';
  if found then
    update crypto_withdrawals set state = 'BROADCAST', version = version + 1, changed_at = p_at where id = p_id;
    perform crypto_withdrawal_notify(p_id, p_at);
    perform notify_player(w.player_id, 'withdrawal', 'Crypto withdrawal', 'Your withdrawal in ' || w.coin || ' was sent to the network',
      '/withdraw', p_at)
    from crypto_withdrawals w where w.id = p_id;
  end if;
end $$;
revoke all on function payout_sent(text, text, bigint) from public;
