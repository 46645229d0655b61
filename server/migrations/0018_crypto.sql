-- Crypto deposits: addresses of players, what they said they would send, and what the chains show. Two roles write here. The watcher
-- (fairpot_watcher) reports through functions what a chain shows; it cannot touch money or orders. The app credits what follows. Coin amounts are
-- base units and exist only in these tables; everything else counts cents.

-- owner: crypto
-- One row per chain: how many addresses were assigned, and how far its blocks were read.
create table crypto_networks (
  network text collate "C" primary key check (network in ('tron', 'bitcoin', 'ethereum')),
  -- Index of the next address below the configured key; an assigned one is never assigned again.
  next_index bigint not null default 0 check (next_index between 0 and 2147483648),
  -- The last completely read block, and its hash; null before the watcher began.
  height bigint check (height >= 0),
  hash text collate "C",
  read_at bigint,
  check ((height is null) = (hash is null) and (height is null) = (read_at is null))
);
insert into crypto_networks (network) values ('tron'), ('bitcoin'), ('ethereum');

-- owner: crypto
-- Hashes of the last read blocks, to find the fork point of a re-org.
create table crypto_blocks (
  network text collate "C" not null references crypto_networks (network),
  height bigint not null,
  hash text collate "C" not null,
  primary key (network, height)
);

-- owner: crypto
-- What a player deposited and withdrew in crypto; locked first by everything that concerns a player's crypto.
create table crypto_players (
  player_id text collate "C" primary key references players (id),
  deposited_cents bigint not null default 0 check (deposited_cents >= 0),
  taken_cents bigint not null default 0 check (taken_cents >= 0)
);

-- owner: crypto
-- An assigned address: for one player, one coin, one order. Only its initially null columns ever change.
create table crypto_wallets (
  id text collate "C" primary key,
  player_id text collate "C" not null references crypto_players (player_id),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  network text collate "C" not null references crypto_networks (network),
  -- The address is derived from the configured key and this; code that shows or credits it derives it again and compares.
  idx bigint not null check (idx >= 0),
  address text collate "C" not null,
  made_at bigint not null,
  ordered boolean not null default false,
  -- When it was last shown or ordered with; the older, the less often it is polled on a chain that is polled by address.
  warm_at bigint not null,
  -- Next poll, on a chain that is polled by address; null on those that are read block by block.
  look_at bigint check ((look_at is not null) = (network = 'bitcoin')),
  unique (network, idx),
  unique (network, address)
);
-- A player has one address of each coin without an order.
create unique index crypto_wallets_free on crypto_wallets (player_id, coin) where not ordered;
create index crypto_wallets_look on crypto_wallets (network, look_at) where look_at is not null;

-- owner: crypto
-- What a player said they would send, or (asked_cents null) what arrived at an address without an order.
create table crypto_orders (
  id text collate "C" primary key,
  player_id text collate "C" not null references crypto_players (player_id),
  wallet_id text collate "C" not null unique references crypto_wallets (id),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  asked_cents bigint check (asked_cents > 0),
  -- Base units of the coin for that sum, and the locked rate: millionths of a dollar for one coin.
  units numeric(40, 0) check (units > 0),
  rate_micro bigint check (rate_micro > 0),
  created_at bigint not null,
  lock_until bigint not null check (lock_until >= created_at),
  expires_at bigint not null check (expires_at >= lock_until),
  status text collate "C" not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'DECLINED')),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  version integer not null default 1,
  changed_at bigint not null,
  -- The player's slot for waiting orders.
  slot smallint check (slot between 1 and 5),
  check ((asked_cents is null) = (units is null) and (asked_cents is null) = (rate_micro is null)),
  check (slot is null or status = 'PENDING'),
  check ((status = 'COMPLETED') = (credited_cents > 0))
);
create unique index crypto_orders_slots on crypto_orders (player_id, slot) where slot is not null;
create index crypto_orders_of_player on crypto_orders (player_id, id desc);
create index crypto_orders_waiting on crypto_orders (expires_at) where status = 'PENDING';

-- owner: crypto
-- Payments that a chain shows to an address, once for ever: `idx` is the output, the number of the log in its transaction, or 0.
create table crypto_payments (
  network text collate "C" not null references crypto_networks (network),
  txid text collate "C" not null check (txid ~ '^[0-9a-f]{64}$'),
  idx integer not null check (idx >= 0),
  wallet_id text collate "C" not null references crypto_wallets (id),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  units numeric(40, 0) not null check (units > 0),
  -- Its block; null: none.
  height bigint,
  block_hash text collate "C",
  confirmations integer not null default 0 check (confirmations >= 0),
  -- Deep enough that the chain itself calls it final.
  final boolean not null default false,
  state text collate "C" not null check (state in ('SEEN', 'CONFIRMING', 'CREDITED', 'REORGED', 'LOST', 'DUST')),
  seen_at bigint not null,
  changed_at bigint not null,
  -- It may still move: not credited, or not yet a hundred blocks deep.
  watched boolean not null default true,
  -- When the books process it next; null: nothing to do.
  due_at bigint,
  credited_cents bigint check (credited_cents > 0),
  rate_micro bigint check (rate_micro > 0),
  credited_at bigint,
  transfer_id text collate "C" unique references transfers (id),
  primary key (network, txid, idx),
  check ((height is null) = (block_hash is null)),
  check ((state = 'CREDITED') = (credited_cents is not null)),
  check ((credited_cents is null) = (transfer_id is null) and (credited_cents is null) = (credited_at is null)
    and (credited_cents is null) = (rate_micro is null))
);
create index crypto_payments_wallet on crypto_payments (wallet_id);
create index crypto_payments_watched on crypto_payments (network, height) where watched;
create index crypto_payments_due on crypto_payments (due_at) where due_at is not null;
create trigger crypto_payments_guard before update or delete on crypto_payments
  for each row execute function crypto_payments_guard();

-- owner: crypto
-- Unsupported tokens that were sent to an address of ours: never credited, kept for staff.
create table crypto_strays (
  network text collate "C" not null references crypto_networks (network),
  txid text collate "C" not null,
  idx integer not null,
  wallet_id text collate "C" not null references crypto_wallets (id),
  contract text collate "C" not null,
  units numeric(80, 0) not null,
  at bigint not null,
  primary key (network, txid, idx)
);

-- owner: crypto
-- Incidents for a person. Only one kind closes automatically: a payment that is final in the chain again.
create table crypto_incidents (
  id bigint generated always as identity primary key,
  kind text collate "C" not null check (kind in ('REORG_AFTER_CREDIT', 'LOST_AFTER_CREDIT', 'DEEP_REORG', 'FOREIGN_ADDRESS')),
  network text collate "C" not null references crypto_networks (network),
  -- The payment, or '' and 0.
  txid text collate "C" not null,
  idx integer not null,
  wallet_id text collate "C" references crypto_wallets (id),
  detail text not null,
  at bigint not null,
  closed_at bigint
);
create unique index crypto_incidents_open on crypto_incidents (network, txid, idx, kind) where closed_at is null;
create index crypto_incidents_wallet on crypto_incidents (wallet_id) where closed_at is null;

-- owner: crypto
-- Each source's last price of a coin, in millionths of a dollar.
create table crypto_rates (
  source text collate "C" not null check (source in ('coingecko', 'kraken')),
  coin text collate "C" not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  micro bigint not null check (micro > 0),
  quoted_at bigint not null,
  primary key (source, coin)
);

-- owner: crypto
-- Which node queries a source: the first to claim it.
create table crypto_rate_turns (
  source text collate "C" primary key check (source in ('coingecko', 'kraken')),
  due_at bigint not null default 0
);
insert into crypto_rate_turns (source) values ('coingecko'), ('kraken');
