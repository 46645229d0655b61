-- Reserves that others can verify: the addresses that hold coins for players, the balance of each at a block, signed with their own keys.

-- owner: solvency
-- Listed by the signer (HOT: its own wallets) or by an operator's command (COLD: its key is on no machine of the site). The chain watcher reports the
-- balances, the signer or the command the signatures.
create table solvency_reserves (
  network text collate "C" not null check (network in ('tron', 'bitcoin', 'ethereum')),
  address text collate "C" not null check (address ~ '^[0-9A-Za-z]{20,100}$'),
  kind text not null check (kind in ('HOT', 'COLD')),
  listed_at bigint not null,
  -- Its balance at the block at `height`: [{coin, units}], base units as text.
  held jsonb,
  height bigint,
  seen_at bigint,
  -- The newest signature of its own key, over the root (hex) of that solvency statement.
  signed_number bigint,
  signed_root text check (signed_root ~ '^[0-9a-f]{64}$'),
  signature text check (char_length(signature) <= 140),
  primary key (network, address),
  check (num_nulls(held, height, seen_at) in (0, 3)),
  check (num_nulls(signed_number, signed_root, signature) in (0, 3))
);
