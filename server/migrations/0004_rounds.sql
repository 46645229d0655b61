-- Rounds of all games: phases, entries, stakes, secrets, beacon outputs, results and the leaves of the public log. Rows inserted on the hot path have
-- no foreign keys: their ids come from the same function call that writes the round, and the invariants of the kit check for orphans.

-- owner: games/kit
create table rounds (
  id text collate "C" primary key,
  game text not null,
  -- From the row of its game, for the index below.
  one_at_a_time boolean not null,
  -- Consecutive per game from 1, so that a missing round is visible.
  number bigint not null,
  phase text not null check (phase in ('open', 'locked', 'settled', 'cancelled', 'voided')),
  -- Raised by one with every change; facts carry it.
  version integer not null,
  -- The commitment: hex of sha256(secret). Unique: a secret is used once.
  hash text collate "C" not null unique check (hash ~ '^[0-9a-f]{64}$'),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  -- Demo only: staff choose the winner, so the round makes no fairness claim (rulings 1.3).
  scripted boolean not null default false,
  opened_at bigint not null,
  -- Canonical text of the lock record: what is hashed is what is stored.
  lock_text text,
  locked_at bigint,
  drand_round bigint,
  -- The database's own time when it read what the lock was decided on.
  loaded_at bigint,
  -- When the result may be drawn: the countdown is over and the named beacon output is due.
  due_at bigint,
  ended_at bigint,
  -- Locked, and its result could not be written although its beacon output exists. It stays locked, with its stakes in escrow, and is retried
  -- (stuck_rounds says when).
  stuck boolean not null default false,
  unique (game, number),
  foreign key (game, one_at_a_time) references games (name, one_at_a_time),
  -- A scripted round has the times of a lock but no lock record: it names no beacon and makes no claim.
  constraint rounds_lock_check check (
    num_nulls(locked_at, due_at) in (0, 2) and num_nulls(lock_text, drand_round) in (0, 2)
    and (lock_text is null) = (locked_at is null or scripted)),
  constraint rounds_loaded_check check ((loaded_at is null) = (lock_text is null)),
  constraint rounds_stuck_check check (not stuck or phase = 'locked'),
  -- Ties each phase to its times: statements that must find a row by its primary key rely on it (rounds_lock).
  constraint rounds_open_check check (phase <> 'open' or (locked_at is null and ended_at is null)),
  constraint rounds_locked_check check (phase <> 'locked' or (locked_at is not null and ended_at is null)),
  constraint rounds_ended_check check (
    phase not in ('settled', 'voided') or (locked_at is not null and ended_at is not null)),
  constraint rounds_cancelled_check check (phase <> 'cancelled' or (locked_at is null and ended_at is not null))
);
create index rounds_open on rounds (game, opened_at) where phase = 'open';
-- A second open round of a one-at-a-time game fails. The next round does not wait for a stuck one.
create unique index rounds_one_at_a_time on rounds (game)
  where one_at_a_time and phase in ('open', 'locked') and not stuck;
create index rounds_locked on rounds (game, due_at) where phase = 'locked';
create index rounds_settled on rounds (game, ended_at, id) where phase = 'settled' and not scripted;
create index rounds_scripted on rounds (game, ended_at) where scripted;
-- A game whose newest round was voided without a beacon stays closed until its beacon answers again: both are looked up with every stake.
create index rounds_voided on rounds (game, ended_at) where phase = 'voided';
-- A one-at-a-time game finds its last round by its end time: numbers do not say which was opened last.
create index rounds_ended on rounds (game, ended_at, id) where ended_at is not null;
-- No lock is committed late: a delayed write or commit is rolled back. Checked when the transaction ends.
create constraint trigger rounds_lock_in_time after update of lock_text on rounds deferrable initially deferred
  for each row when (new.lock_text is not null and old.lock_text is null) execute function round_lock_in_time();

-- owner: games/kit
-- The secret of a round, separate from everything shown. No role reads it: it leaves the database as the box of a lock (round_seals), and to the
-- settler once the named beacon output is stored (round_reveal).
create table round_secrets (
  round_id text collate "C" primary key,
  secret text not null
);
create trigger round_secrets_append_only before update or delete on round_secrets
  for each statement execute function rounds_append_only();

-- owner: games/kit
-- Window keys: one per chain and drand round, shared by the rounds that name it. Created ahead of time.
create table window_keys (
  chain text collate "C" not null,
  round bigint not null check (round > 0),
  -- 32 random bytes. With it a box opens before the beacon output exists, so only `round_seals` reads it.
  window_key bytea not null check (length(window_key) = 32),
  -- The key encrypted to the beacon's round, as locks carry it: hex of 160 bytes.
  seal_key text not null check (length(seal_key) = 320 and seal_key ~ '^[0-9a-f]+$'),
  made_at bigint not null,
  primary key (chain, round)
);

-- owner: games/kit
-- Numbers of each game handed out so far: 1 to `last`.
create table round_counters (
  game text primary key references games (name),
  last bigint not null
);
-- A new game begins at 1.
create trigger games_are_counted after insert on games for each row execute function round_counter_begins();

-- owner: games/kit
-- Numbers waiting for their round, taken lowest first. With a counter row every opening would wait for the commit of the previous one; here
-- simultaneous openings take neighbouring numbers, and the number of a failed opening is the next to be taken. So at rest the numbers in use are 1 to
-- n, without a gap.
create table round_numbers (
  game text not null,
  number bigint not null,
  primary key (game, number)
);

-- owner: games/kit
create table entries (
  round_id text collate "C" not null,
  -- Order of entry, from 1.
  no smallint not null,
  player_id text collate "C" not null,
  -- As in the lock and in the public log.
  pseudonym text not null,
  -- The player's choice, in the game's own terms: side of the coin, team and so on.
  pick smallint,
  cents bigint not null check (cents > 0),
  at bigint not null,
  -- Made with an API key: the game shows such a stake under the badge API.
  by_key boolean not null default false,
  primary key (round_id, no)
);

-- owner: accounts
-- Players' open stakes: counted, together with earlier stakes, towards what may be withdrawn below Level 10.
-- One row for each player in each open round; for a battle from taking the seat until its results are recorded. Written only by triggers, so that no
-- way of staking or ending can skip it.
create table open_stakes (
  round_id text collate "C" not null,
  player_id text collate "C" not null,
  cents bigint not null check (cents > 0),
  -- The price of a seat; its entry is written with the lock.
  seat boolean not null,
  -- In which it is counted against limits, so that a returned one is removed from the same hour.
  hour bigint not null,
  primary key (round_id, player_id)
);
create index open_stakes_of_player on open_stakes (player_id);
create trigger open_stakes_entered after insert on entries referencing new table as entered
  for each statement execute function open_stakes_entered();
create trigger open_stakes_returned after update of phase on rounds for each row
  when (new.phase in ('cancelled', 'voided') or new.phase = 'settled' and new.scripted)
  execute function open_stakes_returned();
create trigger open_stakes_recorded after insert on player_results referencing new table as recorded
  for each statement execute function open_stakes_recorded();

-- owner: games/kit
-- Items in a stake, with type and price at the time of the stake.
create table stake_items (
  round_id text collate "C" not null,
  entry_no smallint not null,
  item_id text collate "C" not null,
  item_type text collate "C" not null,
  cents bigint not null check (cents > 0),
  -- open: at stake; returned to its owner (cancel, void, or the winner's own); won by another player; taken as fee.
  fate text not null default 'open' check (fate in ('open', 'returned', 'won', 'fee')),
  primary key (round_id, item_id)
);
-- An item is in at most one open stake.
create unique index stake_items_once on stake_items (item_id) where fate = 'open';

-- owner: games/kit
-- Public randomness as fetched and verified, stored once per chain and round.
create table beacon_outputs (
  chain text not null,
  round bigint not null,
  signature text not null check (signature ~ '^[0-9a-f]{96}$'),
  fetched_at bigint not null,
  primary key (chain, round)
);
-- When a beacon last answered (see rounds_voided).
create index beacon_outputs_fetched on beacon_outputs (fetched_at);
create trigger beacon_outputs_append_only before update or delete on beacon_outputs
  for each statement execute function rounds_append_only();

-- owner: games/kit
-- The result of a round, once. From here on its secret is public.
create table settlements (
  round_id text collate "C" primary key references rounds (id),
  at bigint not null,
  secret text not null,
  drand_chain text not null,
  drand_round bigint not null,
  -- As the fairness room computes it for the game.
  outcome jsonb not null,
  -- Pot, fee, items and shares, as the fairness room computes them: players appear as pseudonyms.
  payouts jsonb not null,
  winner_entry smallint not null,
  pot_cents bigint not null,
  fee_cents bigint not null,
  foreign key (drand_chain, drand_round) references beacon_outputs (chain, round),
  check (fee_cents between 0 and pot_cents)
);
create trigger settlements_append_only before update or delete on settlements
  for each statement execute function rounds_append_only();

-- owner: games/kit
-- One row for each stuck round: written when its settlement fails, deleted in the transaction that ends it.
create table stuck_rounds (
  round_id text primary key references rounds (id),
  first_failed_at bigint not null,
  last_failed_at bigint not null,
  times integer not null check (times > 0),
  reason text not null,
  retry_at bigint not null,
  check (first_failed_at <= last_failed_at and last_failed_at < retry_at)
);
create index stuck_rounds_due on stuck_rounds (retry_at);
create index stuck_rounds_oldest on stuck_rounds (first_failed_at, round_id);

-- owner: games/kit
-- Rounds that are further in the public log than in this database: they ended when it was restored from an older copy. Some have a row in `rounds`
-- and ended there too; of the others only the number is left, which no other round may take.
create table restored_rounds (
  round_id text primary key,
  game text not null,
  number bigint not null,
  at bigint not null,
  unique (game, number)
);

-- owner: games/kit
-- Demo only: the winner of each scripted round, and the staff member who set it last.
create table scripted_rounds (
  round_id text collate "C" primary key references rounds (id),
  -- A player with an entry in the round.
  winner_id text collate "C" not null,
  -- Games of teams: the minimum lead of the winner's team over every other one, in cents.
  lead_cents bigint check (lead_cents > 0),
  set_by text collate "C" not null,
  set_at bigint not null,
  -- What a scripted round of balance shows and pays: in the form of a result, but not one, because nothing was drawn from a commitment or a beacon.
  -- Null for games of items, whose end needs neither.
  outcome jsonb,
  payouts jsonb,
  constraint scripted_rounds_end_check check (num_nulls(outcome, payouts) in (0, 2))
);

-- owner: games/kit
-- Every try to choose a winner, granted or not.
create table script_tries (
  id bigserial primary key,
  at bigint not null,
  staff_id text collate "C" not null,
  game text not null,
  round_id text collate "C" not null,
  winner_id text collate "C" not null,
  -- Code of the refusal; null: granted.
  refused text
);
create trigger script_tries_append_only before update or delete on script_tries
  for each statement execute function rounds_append_only();

-- owner: games/kit
-- The leaves of the public log, in the text that is hashed. One transaction writes the leaf and what it records.
create table log_leaves (
  id bigserial primary key,
  -- Orders leaves safely: a leaf is read once every transaction before it has ended.
  xid xid8 not null default pg_current_xact_id(),
  kind text not null check (kind in (
    'open', 'lock', 'result', 'cancel', 'void', 'scripted', 'terms', 'fee', 'case', 'case-retired', 'case-offered',
    'restored', 'statement')),
  -- Null for leaves about rounds to come instead of one round.
  round_id text collate "C",
  -- Canonical JSON: pseudonyms only, and never a secret before its result.
  body text not null,
  at bigint not null,
  constraint log_leaves_about_check
    check ((round_id is null) = (kind in ('terms', 'fee', 'case', 'case-retired', 'case-offered', 'restored', 'statement')))
);
-- Each kind once per round; except that staff may choose the winner of a scripted round again, and each choice is a leaf.
create unique index log_leaves_once on log_leaves (round_id, kind) where kind <> 'scripted';
create index log_leaves_of_round on log_leaves (round_id) where kind = 'scripted';
create index log_leaves_in_order on log_leaves (xid, id);
create index log_leaves_terms on log_leaves (id) where kind in ('terms', 'fee');
create trigger log_leaves_append_only before update or delete on log_leaves
  for each statement execute function rounds_append_only();

-- Every change of a fee rate is a leaf, whatever its origin.
create trigger log_fee_change after insert or update on settings
  for each row when (new.key like '%.feeBps') execute function log_fee_change();
-- Other changes by staff to a running game are in the public log too, in the transaction of the change.
create trigger log_game_setting after insert or update on settings
  for each row when (new.key not like '%.feeBps') execute function log_game_setting();
