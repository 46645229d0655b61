-- Marks transactions that the chain no longer knows: neither in a block nor pending.
create or replace function crypto_lost(p_network text, p_txids text[], p_at bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform crypto_out(network, txid, idx, 'LOST', p_at) from crypto_payments
  where network = p_network and txid = any(p_txids) and watched and state <> 'LOST';
end $$;
revoke all on function crypto_lost(text, text[], bigint) from public;
