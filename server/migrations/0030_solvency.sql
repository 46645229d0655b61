-- Solvency: the site's liabilities to its players, published as a tree in which each player finds their own, and its assets. And the books of the
-- site's own bots.

-- A leaf with a statement of the site about itself.
alter table log_leaves
  drop constraint log_leaves_kind_check,
  add constraint log_leaves_kind_check check (kind in (
    'open', 'lock', 'result', 'cancel', 'void', 'scripted', 'terms', 'fee', 'case', 'case-retired', 'case-offered',
    'restored', 'statement')),
  drop constraint log_leaves_about_check,
  add constraint log_leaves_about_check check (
    (round_id is null) = (kind in ('terms', 'fee', 'case', 'case-retired', 'case-offered', 'restored', 'statement')));

-- Liabilities are read in this order, a page at a time, without those paid out long ago.
create index item_positions_owed on item_positions (holder_id, item_id) where holder_kind = 'player';
create index escrows_open on escrows (round_id) where ended_by is null;

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

-- owner: crypto
-- Totals credited from the chains and paid out to them, by coin and in base units, of all time.
create table crypto_held (
  coin text collate "C" primary key check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  units_in numeric(60, 0) not null default 0,
  units_out numeric(60, 0) not null default 0,
  changed_at bigint
);
insert into crypto_held (coin, units_in, units_out)
select c.coin,
  (select coalesce(sum(p.units), 0) from crypto_payments p where p.coin = c.coin and p.state = 'CREDITED'),
  (select coalesce(sum(p.units), 0) from crypto_payouts p where p.coin = c.coin and p.state = 'CONFIRMED')
from (values ('TRX'), ('USDT'), ('BTC'), ('ETH')) as c (coin);
create trigger crypto_held_in after update of state on crypto_payments for each row
  when (new.state = 'CREDITED' and old.state <> 'CREDITED') execute function crypto_held_count('in');
create trigger crypto_held_out after update of state on crypto_payouts for each row
  when (new.state = 'CONFIRMED' and old.state <> 'CONFIRMED') execute function crypto_held_count('out');

-- owner: accounts
-- Each bot's stakes and winnings, by day (UTC) and game: sums of player_results, updated in the statement that writes those.
create table bot_days (
  day integer not null,
  player_id text collate "C" not null references players (id),
  game text not null references games (name),
  played integer not null,
  won integer not null check (won between 0 and played),
  staked_cents bigint not null,
  won_cents bigint not null,
  fee_cents bigint not null,
  primary key (day, player_id, game)
);
insert into bot_days (day, player_id, game, played, won, staked_cents, won_cents, fee_cents)
select r.at / 86400000, r.player_id, r.game, count(*), count(*) filter (where r.won), sum(r.staked_cents), sum(r.won_cents), sum(r.fee_cents)
from player_results r join players p on p.id = r.player_id where p.is_fake group by 1, 2, 3;
