-- Handles a re-org after height p_to: moves the cursor back there and removes payments of later blocks from the chain. False: the cursor is
-- elsewhere.
create or replace function crypto_rewind(
  p_network text, p_from bigint, p_from_hash text, p_to bigint, p_hash text, p_at bigint
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_networks set height = p_to, hash = p_hash, read_at = p_at
  where network = p_network and height = p_from and hash = p_from_hash and p_to < p_from;
  if not found then
    return false;
  end if;
  delete from crypto_blocks where network = p_network and height > p_to;
  perform crypto_out(network, txid, idx, 'REORGED', p_at) from crypto_payments
  where network = p_network and watched and height > p_to;
  return true;
end $$;
revoke all on function crypto_rewind(text, bigint, text, bigint, text, bigint) from public;
