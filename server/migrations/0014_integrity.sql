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

-- Circuit breakers: value that left and arrived, by hour, and what stopped because of it.

-- owner: breakers
-- Cents by way and hour since 1970 (UTC). A way: 'items', a coin ('coin:BTC'), or deposits of an item type ('type:<slug>').
-- Kept for eight days; a reset deletes the rows of its way.
create table breaker_hours (
  way text collate "C" not null check (way ~ '^(items|coin:[A-Z]+|type:[a-z0-9-]+)$'),
  hour bigint not null,
  out_cents bigint not null check (out_cents >= 0),
  in_cents bigint not null check (in_cents >= 0),
  primary key (way, hour)
);
create index breaker_hours_old on breaker_hours (hour);

-- owner: breakers
-- One row a trip. At most one is open for a way or a player.
create table breaker_trips (
  id bigint generated always as identity primary key,
  breaker text not null check (breaker in ('OUTFLOW', 'PROFIT', 'TYPE_DEPOSITS', 'PRICES', 'RATES')),
  -- The way, 'prices', or 'rates:BTC'; 'player' for one of a player.
  way text collate "C" not null,
  player_id text collate "C" references players (id),
  at bigint not null,
  -- The figures that tripped it.
  figures jsonb not null,
  reset_at bigint,
  -- Null: it reset itself.
  reset_by text collate "C" references players (id),
  why text,
  check ((player_id is not null) = (breaker = 'PROFIT')),
  check ((reset_at is null) = (why is null)),
  check (reset_by is null or reset_at is not null),
  check (reset_at is null or reset_by is not null or breaker in ('PRICES', 'RATES')),
  constraint breaker_trips_own check (reset_by <> player_id)
);
create unique index breaker_trips_open on breaker_trips (way, coalesce(player_id, '')) where reset_at is null;
create index breaker_trips_waiting on breaker_trips (id) where reset_at is null;
create index breaker_trips_ended on breaker_trips (id) where reset_at is not null;
create index breaker_trips_of_player on breaker_trips (player_id, id) where player_id is not null;

-- Signs that accounts work together: value that moved between players, by day, and what staff should review.

-- owner: collusion
-- Cents that one player lost to another in settled rounds, by day (UTC), and in how many rounds. Kept for 60 days.
create table collusion_pairs (
  from_id text collate "C" not null references players (id),
  to_id text collate "C" not null references players (id),
  day integer not null,
  cents bigint not null check (cents > 0),
  rounds integer not null check (rounds > 0),
  primary key (from_id, to_id, day),
  check (from_id <> to_id)
);
create index collusion_pairs_of_winner on collusion_pairs (to_id, day);
create index collusion_pairs_old on collusion_pairs (day);

-- owner: withdrawals
-- Cents that a player withdrew, by day (UTC), and how much of it was a refund of deposits. Kept for 60 days.
create table collusion_withdrawals (
  player_id text collate "C" not null references players (id),
  day integer not null,
  cents bigint not null check (cents > 0),
  refund_cents bigint not null check (refund_cents >= 0 and refund_cents <= cents),
  primary key (player_id, day)
);
create index collusion_withdrawals_refunds on collusion_withdrawals (day, refund_cents desc) where refund_cents > 0;
create index collusion_withdrawals_old on collusion_withdrawals (day);

-- owner: collusion
-- The last result that the pairs include.
create table collusion_cursor (
  one boolean primary key default true check (one),
  at bigint not null,
  round_id text collate "C" not null
);
insert into collusion_cursor (at, round_id) values (0, '');

-- owner: collusion
create table collusion_signs (
  id bigint generated always as identity primary key,
  sign text not null check (sign in ('VALUE_MOVED', 'LINKED_ACCOUNTS', 'RING', 'PASS_THROUGH', 'SHARED_ADDRESS')),
  player_id text collate "C" not null references players (id),
  -- The other accounts, in order of their ids.
  others text[] collate "C" not null,
  at bigint not null,
  figures jsonb not null,
  checked_at bigint,
  checked_by text collate "C" references players (id),
  why text,
  check (num_nulls(checked_at, checked_by, why) in (0, 3)),
  constraint collusion_signs_own check (checked_by <> player_id and not checked_by = any (others))
);
create unique index collusion_signs_open on collusion_signs (sign, player_id, others) where checked_at is null;
create index collusion_signs_waiting on collusion_signs (id) where checked_at is null;
create index collusion_signs_of_player on collusion_signs (player_id, sign, at);
