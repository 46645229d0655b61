-- Rounds of all games: phases, entries, stakes, secrets, beacon outputs, results and the leaves of the public log.
-- Rows that the hot path inserts carry no foreign keys: their ids come from the same function call that writes the round,
-- and the invariants of the kit check that none is left alone.

-- owner: games/kit
create table rounds (
  id text collate "C" primary key,
  game text not null check (game in ('coinflip', 'jackpot', 'casebattle')),
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
  -- When the result may be drawn: the countdown is over and the named beacon output is due.
  due_at bigint,
  ended_at bigint,
  unique (game, number),
  check (num_nulls(lock_text, locked_at, drand_round, due_at) in (0, 4)),
  check (phase <> 'open' or (locked_at is null and ended_at is null)),
  check (phase <> 'locked' or (locked_at is not null and ended_at is null)),
  check (phase not in ('settled', 'voided') or (locked_at is not null and ended_at is not null)),
  check (phase <> 'cancelled' or (locked_at is null and ended_at is not null))
);
create index rounds_open on rounds (game, opened_at) where phase = 'open';
create index rounds_locked on rounds (game, due_at) where phase = 'locked';
create index rounds_settled on rounds (game, ended_at, id) where phase = 'settled' and not scripted;

-- owner: games/kit
-- The secret of a round, apart from everything that is shown. Read by the settlement alone, published with the result.
create table round_secrets (
  round_id text collate "C" primary key,
  secret text not null
);

-- owner: games/kit
-- Numbers of each game that are handed out so far: 1 to `last`.
create table round_counters (
  game text primary key,
  last bigint not null
);

-- owner: games/kit
-- Numbers waiting for their round, taken lowest first. A counter row would make every opening wait for the commit of the
-- one before; here openings at the same moment take neighbouring numbers, and a number whose opening failed is the next
-- one to be taken. So at rest the numbers in use are 1 to n, without a gap.
create table round_numbers (
  game text not null,
  number bigint not null,
  primary key (game, number)
);
insert into round_counters (game, last) values ('coinflip', 0), ('jackpot', 0), ('casebattle', 0);

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

-- owner: games/kit
-- What the public log will carry, in the words that are hashed. One transaction writes the leaf and what it records.
create table log_leaves (
  id bigserial primary key,
  -- Orders leaves safely: a leaf is read once every transaction before it has ended.
  xid xid8 not null default pg_current_xact_id(),
  kind text not null check (kind in ('open', 'lock', 'result', 'cancel', 'void')),
  round_id text collate "C" not null,
  -- Canonical JSON: pseudonyms only, and never a secret before its result.
  body text not null,
  at bigint not null,
  unique (round_id, kind)
);

create function rounds_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPR03';
end $$;
create trigger settlements_append_only before update or delete on settlements
  for each statement execute function rounds_append_only();
create trigger log_leaves_append_only before update or delete on log_leaves
  for each statement execute function rounds_append_only();
create trigger beacon_outputs_append_only before update or delete on beacon_outputs
  for each statement execute function rounds_append_only();
create trigger round_secrets_append_only before update or delete on round_secrets
  for each statement execute function rounds_append_only();

-- A stake of items. The items themselves are moved by vault_stake.
create function round_enter(
  p_round text, p_no integer, p_player text, p_pseudonym text, p_pick integer,
  p_items text[], p_types text[], p_cents bigint[], p_at bigint
) returns void language sql as $$
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  select p_round, p_no, p_player, p_pseudonym, p_pick, sum(c), p_at from unnest(p_cents) c;
  insert into stake_items (round_id, entry_no, item_id, item_type, cents)
  select p_round, p_no, i.id, i.type, i.cents from unnest(p_items, p_types, p_cents) as i (id, type, cents);
$$;

-- Takes the lowest number that nobody else is taking right now; null when there is none.
create function round_take_number(p_game text) returns bigint language sql as $$
  delete from round_numbers where game = p_game and number = (
    select number from round_numbers where game = p_game order by number limit 1 for update skip locked
  ) returning number
$$;

-- The next number of a game. Once in 256 times it hands out more, and only then waits for who does the same.
create function round_next_number(p_game text) returns bigint language plpgsql as $$
declare
  n bigint := round_take_number(p_game);
  handed_out bigint;
begin
  if n is not null then
    return n;
  end if;
  select last into strict handed_out from round_counters where game = p_game for update;
  n := round_take_number(p_game);
  if n is null then
    update round_counters set last = handed_out + 256 where game = p_game;
    insert into round_numbers (game, number) select p_game, handed_out + k from generate_series(2, 256) k;
    n := handed_out + 1;
  end if;
  return n;
end $$;

-- Opens a round and returns its number.
-- The leaf comes with '"number":0' where the number belongs, as only this function knows it.
create function round_open(
  p_id text, p_game text, p_hash text, p_fee_bps integer, p_secret text, p_leaf text, p_at bigint
) returns bigint language plpgsql as $$
declare
  n bigint := round_next_number(p_game);
begin
  insert into round_secrets (round_id, secret) values (p_id, p_secret);
  insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at)
  values (p_id, p_game, n, 'open', 1, p_hash, p_fee_bps, p_at);
  insert into log_leaves (kind, round_id, body, at)
  values ('open', p_id, replace(p_leaf, '"number":0', '"number":' || n), p_at);
  return n;
end $$;

-- Locks a round that is still open at the version that was decided on. FPR01: it is not.
create function round_lock(
  p_id text, p_version integer, p_lock text, p_drand_round bigint, p_due_at bigint, p_at bigint
) returns void language plpgsql as $$
begin
  update rounds set phase = 'locked', version = version + 1, lock_text = p_lock, locked_at = p_at,
    drand_round = p_drand_round, due_at = p_due_at
  where id = p_id and phase = 'open' and version = p_version and not scripted;
  if not found then
    raise exception 'round % is no longer open at version %', p_id, p_version using errcode = 'FPR01';
  end if;
  insert into log_leaves (kind, round_id, body, at) values ('lock', p_id, p_lock, p_at);
end $$;
