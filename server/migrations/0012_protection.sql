-- Player protection: restrictions that players set for themselves. And promo codes, which excluded players cannot use.

-- owner: protection
-- A row for each player who ever set a limit, took a break or enabled reality checks. Limited actions lock it to run one after the other.
create table protection_guards (
  player_id text collate "C" primary key references players (id),
  -- BREAK ends by itself; EXCLUDED stays, also past its time, until the player returns.
  block text collate "C" check (block in ('BREAK', 'EXCLUDED')),
  blocked_at bigint,
  -- By the database's clock, epoch ms; null: for good.
  block_until bigint,
  -- From when a requested return can be confirmed.
  return_from bigint,
  reality_minutes integer check (reality_minutes > 0),
  check ((block is null) = (blocked_at is null) and (block is not null or block_until is null)),
  check (block <> 'BREAK' or block_until is not null),
  check (return_from is null or block = 'EXCLUDED' and block_until is not null)
);

-- owner: protection
create table protection_limits (
  player_id text collate "C" not null references protection_guards (player_id),
  kind text collate "C" not null check (kind in ('deposit', 'stake', 'loss')),
  span text collate "C" not null check (span in ('day', 'week', 'month')),
  cents bigint not null check (cents >= 0),
  -- A requested looser limit (null cents: none), and from when it can be confirmed.
  asked_from bigint,
  asked_cents bigint check (asked_cents > cents),
  primary key (player_id, kind, span),
  check (asked_from is not null or asked_cents is null)
);

-- owner: protection
-- A player's stakes, winnings and deposits, by hours of the database's clock; deleted when no span reaches back that far.
create table protection_hours (
  player_id text collate "C" not null references players (id),
  kind text collate "C" not null check (kind in ('stake', 'won', 'deposit')),
  -- Hours since 1970.
  hour bigint not null,
  cents bigint not null,
  primary key (player_id, kind, hour)
) with (fillfactor = 80);
-- Players of an hour are read in this order, a page at a time.
create index protection_hours_played on protection_hours (hour, kind, player_id);

-- owner: protection
-- Counted deposits, each once by its source: a trade order, a crypto order, a payment in a chain.
create table protection_deposits (
  source text collate "C" primary key,
  player_id text collate "C" not null references players (id),
  hour bigint not null,
  cents bigint not null check (cents > 0),
  -- Whether it arrived by itself, over a limit or during a block.
  over boolean not null default false
);
create index protection_deposits_old on protection_deposits (hour);

-- owner: protection
-- All requests of players about protection, unchanged.
create table protection_changes (
  id bigint generated always as identity primary key,
  player_id text collate "C" not null references players (id),
  at bigint not null,
  what text collate "C" not null,
  details jsonb not null
);
create index protection_changes_of_player on protection_changes (player_id, id);
-- Looser limits and returns from an exclusion, of the last weeks.
create index protection_changes_lately on protection_changes (player_id, at) where what in ('limit.confirmed', 'return.confirmed');
create trigger protection_changes_stay before update or delete on protection_changes
  for each statement execute function protection_changes_stay();

-- owner: protection
-- A player's current visit: its start, and their statistics at that time.
create table protection_visits (
  player_id text collate "C" primary key references players (id),
  since bigint not null,
  seen_at bigint not null,
  -- When the reality check was last read.
  read_at bigint not null,
  staked_cents bigint not null,
  won_cents bigint not null
);

-- owner: protection
-- Players who answered the question before a first deposit, with a limit or without one. Once, never changed.
create table protection_answers (
  player_id text collate "C" primary key references players (id),
  at bigint not null,
  answer text not null check (answer in ('LIMIT', 'NONE'))
);

-- owner: protection
-- Signs of play that a person should review. At most one is open per player and signal; nothing follows from it automatically.
create table protection_flags (
  id bigint generated always as identity primary key,
  player_id text collate "C" not null references players (id),
  signal text not null check (signal in ('LOSSES_UP', 'CHASING', 'LONG_PLAY', 'LIMITS_RAISED', 'CAME_BACK')),
  at bigint not null,
  -- The figures when it was raised.
  figures jsonb not null,
  checked_at bigint,
  checked_by text collate "C" references players (id),
  why text,
  check (num_nulls(checked_at, checked_by, why) in (0, 3)),
  constraint protection_flags_own check (checked_by <> player_id)
);
create unique index protection_flags_open on protection_flags (player_id, signal) where checked_at is null;
create index protection_flags_waiting on protection_flags (id) where checked_at is null;
create index protection_flags_of_player on protection_flags (player_id, id);

-- A deposit is counted before its order is written or its payment credited, whatever writes them; an order that ended without a deposit stops
-- counting.
create trigger protection_trade_counted after insert on trade_orders for each row
  when (new.kind = 'DEPOSIT' and new.state = 'CREATED') execute function protection_order_counted();
create trigger protection_crypto_counted after insert on crypto_orders for each row
  when (new.asked_cents is not null) execute function protection_order_counted();
create trigger protection_payment_counted after update of credited_cents on crypto_payments for each row
  when (old.credited_cents is null and new.credited_cents is not null) execute function protection_payment_counted();
create trigger protection_trade_ended after update of state on trade_orders for each row
  when (new.kind = 'DEPOSIT' and new.state <> old.state and new.state in ('DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED'))
  execute function protection_order_ended();
create trigger protection_crypto_ended after update of status on crypto_orders for each row
  when (new.status = 'DECLINED' and old.status <> 'DECLINED') execute function protection_order_ended();

-- owner: promo
-- A promo code; only the hash of the code is stored.
create table promo_codes (
  id text collate "C" primary key,
  hash bytea not null unique check (length(hash) = 32),
  ending text collate "C" not null,
  -- One use gives either.
  cents bigint check (cents > 0),
  item_type text collate "C" references item_types (slug),
  -- The cost of one use: for an item, its price when the code was created.
  worth_cents bigint not null check (worth_cents > 0),
  uses integer not null check (uses > 0),
  used integer not null default 0,
  expires_at bigint,
  created_at bigint not null,
  created_by text collate "C" not null references players (id),
  why text not null,
  -- An expensive code starts only after approval by a second person.
  needs_approval boolean not null,
  approved_by text collate "C" references players (id),
  ended_by text collate "C" references players (id),
  ended_why text,
  constraint promo_codes_within check (used between 0 and uses),
  check ((cents is null) <> (item_type is null)),
  check (cents is null or cents = worth_cents),
  constraint promo_codes_two_people check (approved_by <> created_by),
  check ((ended_by is null) = (ended_why is null)),
  constraint promo_codes_approved check (used = 0 or not needs_approval or approved_by is not null)
);
create trigger promo_codes_stay before update or delete on promo_codes for each row execute function promo_codes_stay();

-- owner: promo
-- Once per player and code.
create table promo_uses (
  promo_id text collate "C" not null references promo_codes (id),
  player_id text collate "C" not null references players (id),
  at bigint not null,
  -- What was given.
  transfer_id text collate "C" unique references transfers (id),
  item_id text collate "C" unique references items (id),
  primary key (promo_id, player_id),
  check ((transfer_id is null) <> (item_id is null))
);
create index promo_uses_of_player on promo_uses (player_id, promo_id);

-- owner: promo
-- Tries in an hour, by player or by address (as a hash); deleted when the hour is over.
create table promo_tries (
  who text collate "C" not null,
  hour bigint not null,
  tries integer not null check (tries > 0),
  primary key (hour, who)
);
