-- Stores payments that a chain shows to our addresses, once per (txid, idx); a known payment gets its current block. p_payments: {txid, idx, address,
-- coin, units (text), height, hash}; height null: in no block. block_at is when the payment was first seen in its current block, so a payment that
-- changes blocks gets a new time. Other addresses are ignored. Returns the number of changed rows. What is due is due at once, whatever the clocks of
-- watcher and site say.
create or replace function crypto_see(p_network text, p_payments jsonb, p_at bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_changed integer;
begin
  -- A payment that was in a block and is pending again has left it: with address polling this is visible before the re-org itself.
  perform crypto_out(p_network, out.txid, out.idx, 'REORGED', p_at)
  from jsonb_to_recordset(p_payments) as t (txid text, idx integer, height bigint)
  cross join lateral (
    select p.txid, p.idx from crypto_payments p
    where p.network = p_network and p.txid = t.txid and p.idx = t.idx and p.height is not null offset 0) out
  where t.height is null;
  insert into crypto_payments as p (network, txid, idx, wallet_id, coin, units, height, block_hash, block_at, state,
    seen_at, changed_at, due_at)
  select p_network, t.txid, t.idx, w.id, t.coin, t.units::numeric, t.height, t.hash,
    case when t.height is null then null else p_at end, case when t.height is null then 'SEEN' else 'CONFIRMING' end,
    p_at, p_at, 0
  from jsonb_to_recordset(p_payments)
    as t (txid text, idx integer, address text, coin text, units text, height bigint, hash text)
  cross join lateral (
    select id from crypto_wallets where network = p_network and address = t.address offset 0) w
  order by t.txid, t.idx
  on conflict (network, txid, idx) do update set
    height = excluded.height, block_hash = excluded.block_hash, block_at = excluded.block_at, confirmations = 0,
    final = false, watched = true, changed_at = p_at, due_at = 0,
    state = case
      when p.state in ('CREDITED', 'DUST') then p.state
      when excluded.height is not null then 'CONFIRMING'
      when p.state = 'CONFIRMING' then 'REORGED'
      else 'SEEN' end
  where p.block_hash is distinct from excluded.block_hash
    or p.height is null and p.state = 'LOST';
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;
revoke all on function crypto_see(text, jsonb, bigint) from public;
