-- Marks a re-org deeper than the kept hashes: reading stops until a person has checked.
create or replace function crypto_stuck(p_network text, p_detail text, p_at bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into crypto_incidents (kind, network, txid, idx, wallet_id, detail, at)
  values ('DEEP_REORG', p_network, '', 0, null, p_detail, p_at)
  on conflict do nothing
$$;
revoke all on function crypto_stuck(text, text, bigint) from public;
