-- Stores the signer's signature of a statement's root. An older one never replaces a newer one.
create or replace function reserve_signed(p_network text, p_address text, p_number bigint, p_root text, p_signature text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update solvency_reserves set signed_number = p_number, signed_root = p_root, signature = p_signature
  where network = p_network and address = p_address and kind = 'HOT' and coalesce(signed_number, 0) < p_number
$$;
revoke all on function reserve_signed(text, text, bigint, text, text) from public;
