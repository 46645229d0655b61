-- Emits the fact that a withdrawal changed to its player. The page then fetches GET /cryptowithdrawals/list. Wakes the nodes (wake-calls.ts).
create or replace function crypto_withdrawal_notify(p_id text, p_at bigint) returns void language plpgsql as $$
begin
  perform emit_fact('player', w.player_id, w.id, w.version, 'crypto.withdrawal', jsonb_build_object(
    'withdrawalId', w.id, 'version', w.version, 'status', w.state), p_at)
  from crypto_withdrawals w where w.id = p_id;
  perform pg_notify('wake_calls', '');
end $$;
