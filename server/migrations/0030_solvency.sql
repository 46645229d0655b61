-- Solvency: the site's liabilities to its players, published as a tree in which each player finds their own, and its assets.

-- owner: solvency
-- One row for each statement, numbered without a gap. While a statement is being made, `token` is the node that makes it, until `claimed_until`
-- unless it renews; after publication only its tree may be deleted.
create table solvency_statements (
  number bigint primary key check (number > 0),
  token text,
  claimed_until bigint,
  -- When the balances were read; null while it is being made.
  at bigint,
  -- The leaf of the public log: its canonical text, and its row.
  body text,
  leaf_id bigint unique,
  depth smallint check (depth between 4 and 32),
  -- The seed of the players' nonces and of the order of the leaves. Deleted with the tree.
  seed bytea check (length(seed) = 32),
  -- Whether the tree still exists.
  kept boolean not null default false,
  check (num_nulls(at, body, leaf_id, depth) in (0, 4)),
  check ((at is null) = (token is not null) and (token is null) = (claimed_until is null)),
  check (not kept or seed is not null)
);
create unique index solvency_statements_making on solvency_statements ((true)) where at is null;
create index solvency_statements_kept on solvency_statements (number) where kept;
create trigger solvency_only_grows before update or delete on solvency_statements
  for each row execute function solvency_only_grows();

-- owner: solvency
-- Trees of the kept statements: up to 256 records of 56 bytes each (fairness/src/solvency/sum-tiles.ts).
create table solvency_tiles (
  number bigint not null references solvency_statements (number),
  level smallint not null,
  index bigint not null,
  -- For a tile of leaves: its first commitment, by which a player's leaf is found.
  first bytea check ((first is not null) = (level = 0)),
  bytes bytea not null check (length(bytes) % 56 = 0 and length(bytes) between 56 and 14336),
  primary key (number, level, index)
);
alter table solvency_tiles alter column bytes set storage external;
create index solvency_tiles_first on solvency_tiles (number, first) where level = 0;

-- owner: solvency
-- Reserves that others can verify: the addresses that hold coins for players, the balance of each at a block, signed with their own keys.
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

-- owner: crypto
-- Totals credited from the chains and paid out to them, by coin and in base units, of all time.
create table crypto_held (
  coin text collate "C" primary key check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  units_in numeric(60, 0) not null default 0,
  units_out numeric(60, 0) not null default 0,
  changed_at bigint
);
insert into crypto_held (coin) values ('TRX'), ('USDT'), ('BTC'), ('ETH');
create trigger crypto_held_in after update of state on crypto_payments for each row
  when (new.state = 'CREDITED' and old.state <> 'CREDITED') execute function crypto_held_count('in');
create trigger crypto_held_out after update of state on crypto_payouts for each row
  when (new.state = 'CONFIRMED' and old.state <> 'CONFIRMED') execute function crypto_held_count('out');
