-- Cases and case battles. A drop table never changes: a new price or drop is a new version, announced in the public log
-- before any battle can hold it. Battles are played for balance: no item is staked, the drops' worth is paid.

-- owner: games/casebattle
create table cases (
  id text collate "C" primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- The table that battles opened now are given; earlier ones stay for the battles that hold them.
  version integer not null check (version > 0),
  -- Not null: no battle can be opened with it.
  retired_at bigint
);

-- owner: games/casebattle
create table case_tables (
  case_id text collate "C" not null references cases (id),
  version integer not null,
  name text not null,
  color_hex text not null check (color_hex ~ '^#[0-9a-f]{6}$'),
  price_cents bigint not null check (price_cents > 0),
  -- What the table returns on average, in 1/10,000 of the price, floored.
  return_bps integer not null,
  weight_total bigint not null check (weight_total between 1 and 9007199254740992),
  published_at bigint not null,
  published_by text collate "C" not null,
  primary key (case_id, version)
);

-- owner: games/casebattle
create table case_table_items (
  case_id text collate "C" not null,
  version integer not null,
  -- Its place in the lock's table, from 0: dearest first.
  no smallint not null,
  item_type text collate "C" not null,
  weight bigint not null check (weight > 0),
  -- Worth when the table was published.
  cents bigint not null check (cents > 0),
  primary key (case_id, version, no),
  unique (case_id, version, item_type),
  foreign key (case_id, version) references case_tables (case_id, version)
);

create function case_tables_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPR03';
end $$;
create trigger case_tables_append_only before update or delete on case_tables
  for each statement execute function case_tables_append_only();
create trigger case_table_items_append_only before update or delete on case_table_items
  for each statement execute function case_tables_append_only();

-- owner: games/casebattle
-- What a battle is besides its round.
create table battles (
  round_id text collate "C" primary key,
  type text not null,
  mode text not null,
  creator_id text collate "C" not null,
  -- Of one seat: the sum of its cases' prices.
  price_cents bigint not null check (price_cents > 0),
  opened_at bigint not null,
  -- When each drop is on the screen: set with the result, once.
  replay_starts_at bigint,
  replay_round_ms integer,
  replay_tie_ms integer,
  replay_ends_at bigint,
  -- When the winners were paid; null for battles that ended in another way.
  paid_at bigint,
  -- When it was over, with or without a result.
  closed_at bigint,
  check (num_nulls(replay_starts_at, replay_round_ms, replay_tie_ms, replay_ends_at) in (0, 4)),
  check (paid_at is null or (closed_at is not null and replay_ends_at is not null and paid_at >= replay_ends_at))
);
create index battles_active on battles (opened_at) where closed_at is null;
create index battles_to_pay on battles (replay_ends_at) where closed_at is null and replay_ends_at is not null;
create index battles_paid on battles (paid_at, round_id) where paid_at is not null;

-- owner: games/casebattle
-- The cases of a battle, one per round of it, each in the version that it was opened with.
create table battle_cases (
  round_id text collate "C" not null,
  -- From 0.
  no smallint not null,
  case_id text collate "C" not null,
  version integer not null,
  primary key (round_id, no),
  foreign key (case_id, version) references case_tables (case_id, version)
);

-- owner: games/casebattle
-- Taken seats. A player has one per battle; who leaves gives the row back.
create table battle_seats (
  -- Of this taking of the seat: who leaves and comes back takes another one.
  id text collate "C" primary key,
  round_id text collate "C" not null references battles (round_id),
  -- From 0, both.
  team smallint not null check (team >= 0),
  seat smallint not null check (seat >= 0),
  player_id text collate "C" not null,
  pseudonym text not null,
  cents bigint not null check (cents > 0),
  at bigint not null,
  unique (round_id, team, seat),
  unique (round_id, player_id)
);

-- A version of a drop table is a leaf.
alter table log_leaves drop constraint log_leaves_kind_check;
alter table log_leaves add constraint log_leaves_kind_check
  check (kind in ('open', 'lock', 'result', 'cancel', 'void', 'scripted', 'terms', 'fee', 'case'));
alter table log_leaves drop constraint log_leaves_about_check;
alter table log_leaves add constraint log_leaves_about_check
  check ((round_id is null) = (kind in ('terms', 'fee', 'case')));

-- An entry of balance: no items. The money is moved by the ledger.
create function round_enter_balance(
  p_round text, p_no integer, p_player text, p_pseudonym text, p_pick integer, p_cents bigint, p_at bigint
) returns void language plpgsql as $$
begin
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  values (p_round, p_no, p_player, p_pseudonym, p_pick, p_cents, p_at);
end $$;

-- A change that leaves a round in its phase: version + 1, and the fact of it. FPR01: it is another by now.
create function round_step(p_id text, p_version integer, p_phase text, p_type text, p_at bigint)
returns void language plpgsql as $$
declare
  v_game text;
begin
  update rounds set version = version + 1 where id = p_id and version = p_version and phase = p_phase
  returning game into v_game;
  if not found then
    raise exception 'round % is no longer % at version %', p_id, p_phase, p_version using errcode = 'FPR01';
  end if;
  perform emit_fact(v_game, null, p_id, p_version + 1, v_game || '.' || p_type, null, p_at);
end $$;
