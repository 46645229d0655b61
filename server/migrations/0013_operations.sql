-- What staff change on the running site: pauses and settings with their history, balance adjustments by two people, and the sums of each day. The
-- functions of server/functions/operations maintain the sums.

-- owner: operations
-- Changes of settings, with actor and reason. Never changed.
create table setting_changes (
  id bigint generated always as identity primary key,
  key text collate "C" not null,
  -- Of the setting, after the change.
  version integer not null check (version >= 1),
  -- The previous value, a default included, and the new one.
  before jsonb not null,
  after jsonb not null,
  by_id text collate "C" not null references players (id),
  why text not null check (char_length(why) between 3 and 300),
  at bigint not null,
  unique (key, version)
);
create trigger setting_changes_stay before update or delete on setting_changes
  for each statement execute function operations_append_only();

-- owner: operations
-- Money that staff add to or take from a balance: one requests it, another approves it, and one transfer moves it. Only the decision is ever added,
-- once (adjustments_guard).
create table adjustments (
  id text collate "C" primary key,
  player_id text collate "C" not null references players (id),
  -- Onto the balance; negative: off it.
  cents bigint not null check (cents <> 0),
  why text not null check (char_length(why) between 3 and 300),
  asked_by text collate "C" not null references players (id),
  asked_at bigint not null,
  state text collate "C" not null default 'ASKED' check (state in ('ASKED', 'DONE', 'REFUSED')),
  decided_by text collate "C" references players (id),
  decided_at bigint,
  decided_why text not null default '',
  transfer_id text collate "C" unique references transfers (id),
  check (asked_by <> player_id),
  check (decided_by <> player_id),
  check ((state = 'ASKED') = (decided_by is null) and (state = 'ASKED') = (decided_at is null)),
  check ((state = 'DONE') = (transfer_id is not null)),
  check (state <> 'DONE' or decided_by <> asked_by)
);
create index adjustments_asked on adjustments (id) where state = 'ASKED';
create trigger adjustments_guard before update or delete on adjustments
  for each row execute function adjustments_guard();

-- owner: operations
-- The total adjusted on a day, in either direction, for the daily limit.
create table adjustment_days (
  day integer primary key,
  cents bigint not null check (cents >= 0)
);

-- owner: operations
-- The sums of a day, by kind: 'game:coinflip' (results of players: staked, paid out, fee), 'deposit:STEAM', 'deposit:BTC' (received, and reversed),
-- 'withdraw:STEAM', 'withdraw:BTC' (sent, and the network's fee). Maintained by triggers in the transaction of what is counted. Several rows for
-- each, so that concurrent settlements do not wait for each other; their sum is the day's.
create table day_totals (
  -- Of the epoch, UTC.
  day integer not null,
  kind text collate "C" not null check (kind ~ '^(game:[a-z]+|(deposit|withdraw):[A-Z]+)$'),
  shard smallint not null,
  times bigint not null,
  cents bigint not null,
  back_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  primary key (day, kind, shard)
);
create trigger player_results_totalled after insert on player_results referencing new table as added
  for each statement execute function day_results();
create trigger trade_orders_totalled after update on trade_orders for each row
  when ((new.booked_at is not null and old.booked_at is null) or (new.returned_at is not null and old.returned_at is null))
  execute function day_trades();
create trigger crypto_payments_totalled after update of credited_at on crypto_payments for each row
  when (new.credited_at is not null and old.credited_at is null) execute function day_payments();
create trigger crypto_withdrawals_totalled after update of state on crypto_withdrawals for each row
  when (new.state = 'CONFIRMED' and old.state <> 'CONFIRMED') execute function day_payouts();

-- owner: staff
-- Notes of staff about a player, for other staff. Rows are only added.
create table staff_notes (
  id bigint generated always as identity primary key,
  player_id text collate "C" not null references players (id),
  author_id text collate "C" not null references players (id),
  note text not null check (char_length(note) between 3 and 1000),
  at bigint not null
);
create index staff_notes_player on staff_notes (player_id, id);

-- owner: profile
-- Exports of own data: the player, and until when its pages are available.
create table exports (
  id text collate "C" primary key,
  player_id text collate "C" not null references players (id),
  asked_at bigint not null,
  until_at bigint not null check (until_at > asked_at)
);
create index exports_of_player on exports (player_id, asked_at);
create index exports_age on exports (until_at);
