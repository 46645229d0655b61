-- Stores the balance of a reserve address at the block under the watcher's cursor; p_held: {coin, units (text)}. False: the cursor has moved, and
-- nothing is stored.
-- names crypto_networks: what is written is of the block that was read, and of no other
create or replace function reserve_weighed(
  p_network text, p_height bigint, p_hash text, p_address text, p_held jsonb, p_at bigint
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from crypto_networks where network = p_network and height = p_height and hash = p_hash for share;
  if not found then
    return false;
  end if;
  update solvency_reserves set height = p_height, seen_at = p_at, held = (
    select jsonb_agg(jsonb_build_object('coin', t.coin, 'units', t.units::numeric(60, 0)::text) order by t.coin)
    from jsonb_to_recordset(p_held) as t (coin text, units text))
  where network = p_network and address = p_address;
  return true;
end $$;
revoke all on function reserve_weighed(text, bigint, text, text, jsonb, bigint) from public;
