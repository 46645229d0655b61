-- Sets where the watcher begins to read a chain: at the current block, because no address of ours is older. Once.
create or replace function crypto_start(p_network text, p_height bigint, p_hash text, p_at bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_networks set height = p_height, hash = p_hash, read_at = p_at where network = p_network and height is null;
  if found then
    insert into crypto_blocks (network, height, hash) values (p_network, p_height, p_hash);
  end if;
end $$;
revoke all on function crypto_start(text, bigint, text, bigint) from public;
