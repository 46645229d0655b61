-- Stores the blocks after the one at height p_from with all payments to our addresses, and moves the cursor, atomically. False: the cursor is
-- elsewhere, another watcher was faster. p_blocks: {height, hash}, ascending, without gaps; p_payments as in crypto_see; p_strays: {txid, idx,
-- address, contract, units (text)}.
create or replace function crypto_scan(
  p_network text, p_from bigint, p_from_hash text, p_blocks jsonb, p_payments jsonb, p_strays jsonb, p_at bigint
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_last record;
begin
  select t.height, t.hash into strict v_last from jsonb_to_recordset(p_blocks) as t (height bigint, hash text)
  order by t.height desc limit 1;
  update crypto_networks set height = v_last.height, hash = v_last.hash, read_at = p_at
  where network = p_network and height = p_from and hash = p_from_hash;
  if not found then
    return false;
  end if;
  if v_last.height <> p_from + jsonb_array_length(p_blocks) then
    raise exception 'blocks up to % after % of % have a gap', v_last.height, p_from, p_network using errcode = 'FPC03';
  end if;
  insert into crypto_blocks (network, height, hash)
  select p_network, t.height, t.hash from jsonb_to_recordset(p_blocks) as t (height bigint, hash text)
  on conflict (network, height) do update set hash = excluded.hash;
  delete from crypto_blocks where network = p_network and height < v_last.height - 200;
  perform crypto_see(p_network, p_payments, p_at);
  insert into crypto_strays (network, txid, idx, wallet_id, player_id, contract, units, at)
  select p_network, t.txid, t.idx, w.id, w.player_id, t.contract, t.units::numeric, p_at
  from jsonb_to_recordset(p_strays) as t (txid text, idx integer, address text, contract text, units text)
  cross join lateral (
    select id, player_id from crypto_wallets where network = p_network and address = t.address offset 0) w
  on conflict do nothing;
  return true;
end $$;
revoke all on function crypto_scan(text, bigint, text, jsonb, jsonb, jsonb, bigint) from public;
