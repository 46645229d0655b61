-- Rounds of all games: phases, entries, stakes, secrets, beacon outputs, results and the leaves of the public log.
-- Rows that the hot path inserts carry no foreign keys: their ids come from the same function call that writes the round,
-- and the invariants of the kit check that none is left alone.

-- owner: games/kit
create table rounds (
  id text collate "C" primary key,
  game text not null,
  -- As its game has it, so that the index below can say it.
  one_at_a_time boolean not null,
  -- Dense per game from 1, so that a missing round shows.
  number bigint not null,
  phase text not null check (phase in ('open', 'locked', 'settled', 'cancelled', 'voided')),
  -- Raised by one with every change; facts carry it.
  version integer not null,
  -- The commitment: hex of sha256(secret). Unique: a secret is used once.
  hash text collate "C" not null unique check (hash ~ '^[0-9a-f]{64}$'),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  -- Demo only: the winner is chosen by staff, and so the round claims nothing (rulings 1.3).
  scripted boolean not null default false,
  opened_at bigint not null,
  -- Canonical text of the lock record: what is hashed is what is stored.
  lock_text text,
  locked_at bigint,
  drand_round bigint,
  -- When the database told what the lock was decided on, by its own clock.
  loaded_at bigint,
  -- When the result may be drawn: the countdown is over and the named beacon output is due.
  due_at bigint,
  ended_at bigint,
  -- Locked, and its result could not be written although its beacon has spoken. It stays locked, with its stakes in escrow,
  -- and is tried again (stuck_rounds says when).
  stuck boolean not null default false,
  unique (game, number),
  foreign key (game, one_at_a_time) references games (name, one_at_a_time),
  -- A scripted round has the times of a lock and no lock record: it names no beacon and claims nothing.
  constraint rounds_lock_check check (
    num_nulls(locked_at, due_at) in (0, 2) and num_nulls(lock_text, drand_round) in (0, 2)
    and (lock_text is null) = (locked_at is null or scripted)),
  constraint rounds_loaded_check check ((loaded_at is null) = (lock_text is null)),
  constraint rounds_stuck_check check (not stuck or phase = 'locked'),
  -- What each phase is, said by its times: statements that must find a row by its primary key rely on it (rounds_lock).
  constraint rounds_open_check check (phase <> 'open' or (locked_at is null and ended_at is null)),
  constraint rounds_locked_check check (phase <> 'locked' or (locked_at is not null and ended_at is null)),
  constraint rounds_ended_check check (
    phase not in ('settled', 'voided') or (locked_at is not null and ended_at is not null)),
  constraint rounds_cancelled_check check (phase <> 'cancelled' or (locked_at is null and ended_at is not null))
);
create index rounds_open on rounds (game, opened_at) where phase = 'open';
-- A second round of a game that has one at a time fails, whoever opens it. The next does not wait for one that is stuck.
create unique index rounds_one_at_a_time on rounds (game)
  where one_at_a_time and phase in ('open', 'locked') and not stuck;
create index rounds_locked on rounds (game, due_at) where phase = 'locked';
create index rounds_settled on rounds (game, ended_at, id) where phase = 'settled' and not scripted;
create index rounds_scripted on rounds (game, ended_at) where scripted;
-- A game whose newest voided round waited in vain stays closed until its beacon has been heard again: both are looked up
-- with every stake.
create index rounds_voided on rounds (game, ended_at) where phase = 'voided';
-- A game that has one round at a time finds its last one by when it ended: numbers do not say which was opened last.
create index rounds_ended on rounds (game, ended_at, id) where ended_at is not null;
-- No lock is committed late: a write that something held back on its way, or whose commit was, is undone. Looked at when the
-- transaction ends.
create constraint trigger rounds_lock_in_time after update of lock_text on rounds deferrable initially deferred
  for each row when (new.lock_text is not null and old.lock_text is null) execute function round_lock_in_time();

-- owner: games/kit
-- The secret of a round, apart from everything that is shown. No role reads it: it leaves the database as the box of a lock
-- (round_seals), and to the settler once the named beacon output is stored (round_reveal).
create table round_secrets (
  round_id text collate "C" primary key,
  secret text not null
);
create trigger round_secrets_append_only before update or delete on round_secrets
  for each statement execute function rounds_append_only();

-- owner: games/kit
-- Keys of windows: one per chain and drand round, shared by the rounds that name it. Made ahead of time.
create table window_keys (
  chain text collate "C" not null,
  round bigint not null check (round > 0),
  -- 32 random bytes. With it a box opens before the beacon has spoken: it is read by `round_seals` alone.
  window_key bytea not null check (length(window_key) = 32),
  -- The key encrypted to the beacon's round, as locks carry it: hex of 160 bytes.
  seal_key text not null check (length(seal_key) = 320 and seal_key ~ '^[0-9a-f]+$'),
  made_at bigint not null,
  primary key (chain, round)
);

-- owner: games/kit
-- Numbers of each game that are handed out so far: 1 to `last`.
create table round_counters (
  game text primary key references games (name),
  last bigint not null
);
-- A game that is new begins at 1.
create trigger games_are_counted after insert on games for each row execute function round_counter_begins();

-- owner: games/kit
-- Numbers waiting for their round, taken lowest first. A counter row would make every opening wait for the commit of the
-- one before; here openings at the same moment take neighbouring numbers, and a number whose opening failed is the next
-- one to be taken. So at rest the numbers in use are 1 to n, without a gap.
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
  -- As it stands in the lock and in the public log.
  pseudonym text not null,
  -- What the player chose, in the game's own terms: side of the coin, team and so on.
  pick smallint,
  cents bigint not null check (cents > 0),
  at bigint not null,
  primary key (round_id, no)
);

-- owner: games/kit
-- Items in a stake, with type and price as they were at the stake.
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
-- Public randomness as it was fetched and verified, kept once per chain and round.
create table beacon_outputs (
  chain text not null,
  round bigint not null,
  signature text not null check (signature ~ '^[0-9a-f]{96}$'),
  fetched_at bigint not null,
  primary key (chain, round)
);
-- When a beacon was last heard (see rounds_voided).
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
-- One row for each round that is stuck now: written when its settlement fails, gone in the transaction that ends it.
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
-- Rounds that the public log knows further than this database does: they ended when it was restored from an older copy. Some
-- have a row in `rounds` and ended there too; of the others nothing is left here but the number, which no other round may take.
create table restored_rounds (
  round_id text primary key,
  game text not null,
  number bigint not null,
  at bigint not null,
  unique (game, number)
);

-- owner: games/kit
-- Demo only: who wins each scripted round, and who of staff said so last.
create table scripted_rounds (
  round_id text collate "C" primary key references rounds (id),
  -- A player with an entry in the round.
  winner_id text collate "C" not null,
  -- Games of teams: the least lead of the winner's team over every other one, in cents.
  lead_cents bigint check (lead_cents > 0),
  set_by text collate "C" not null,
  set_at bigint not null,
  -- What a scripted round of balance shows and pays: as of a result, and none, as nothing was drawn from a commitment or a beacon. Null
  -- for games of items, whose end needs neither.
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
-- What the public log will carry, in the words that are hashed. One transaction writes the leaf and what it records.
create table log_leaves (
  id bigserial primary key,
  -- Orders leaves safely: a leaf is read once every transaction before it has ended.
  xid xid8 not null default pg_current_xact_id(),
  kind text not null check (kind in (
    'open', 'lock', 'result', 'cancel', 'void', 'scripted', 'terms', 'fee', 'case', 'case-retired', 'case-offered',
    'restored')),
  -- Null for what is about no round but holds for rounds to come.
  round_id text collate "C",
  -- Canonical JSON: pseudonyms only, and never a secret before its result.
  body text not null,
  at bigint not null,
  constraint log_leaves_about_check
    check ((round_id is null) = (kind in ('terms', 'fee', 'case', 'case-retired', 'case-offered', 'restored')))
);
-- Each kind once per round; but staff may choose the winner of a scripted round again, and each time is a leaf of its own.
create unique index log_leaves_once on log_leaves (round_id, kind) where kind <> 'scripted';
create index log_leaves_of_round on log_leaves (round_id) where kind = 'scripted';
create index log_leaves_in_order on log_leaves (xid, id);
create index log_leaves_terms on log_leaves (id) where kind in ('terms', 'fee');
create trigger log_leaves_append_only before update or delete on log_leaves
  for each statement execute function rounds_append_only();

-- A fee rate that changes is a leaf, whoever changes it and however.
create trigger log_fee_change after insert or update on settings
  for each row when (new.key like '%.feeBps') execute function log_fee_change();
