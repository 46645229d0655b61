-- The public log: places of leaves, Merkle tiles, signed heads. Leaves themselves are the round kit's (0005_rounds.sql).

-- Leaves that are about no round: what holds for rounds to come. Everything else is as it was.
alter table log_leaves alter column round_id drop not null;
alter table log_leaves drop constraint log_leaves_kind_check;
alter table log_leaves add constraint log_leaves_kind_check
  check (kind in ('open', 'lock', 'result', 'cancel', 'void', 'terms', 'fee'));
alter table log_leaves add constraint log_leaves_about_check check ((round_id is null) = (kind in ('terms', 'fee')));
create index log_leaves_in_order on log_leaves (xid, id);
create index log_leaves_terms on log_leaves (id) where kind in ('terms', 'fee');

-- A fee rate that changes is a leaf, whoever changes it and however.
create function log_fee_change() returns trigger language plpgsql as $$
declare
  v_game text := split_part(new.key, '.', 1);
  v_bps bigint := (new.value #>> '{}')::numeric::bigint;
begin
  if v_game in ('coinflip', 'jackpot', 'casebattle')
    and (tg_op = 'INSERT' or new.value is distinct from old.value) then
    insert into log_leaves (kind, round_id, body, at) values ('fee', null,
      format('{"at":%s,"feeBps":%s,"game":"%s","type":"fee","v":"fp/1"}', new.updated_at, v_bps, v_game), new.updated_at);
  end if;
  return null;
end $$;
create trigger log_fee_change after insert or update on settings
  for each row when (new.key like '%.feeBps') execute function log_fee_change();

-- owner: transparency
-- One row: who holds its lock is the sequencer. Every leaf up to the cursor has its place, and some beyond it may.
create table log_state (
  one boolean primary key default true check (one),
  -- Name and Ed25519 public key of the log, fixed at its first start; `seed` is the demo's own key, null in live.
  name text,
  public_key bytea check (length(public_key) = 32),
  seed bytea check (length(seed) = 32),
  cursor_xid xid8 not null default '0',
  cursor_id bigint not null default 0,
  -- Leaves that have a place.
  size bigint not null default 0,
  check (num_nulls(name, public_key) in (0, 2))
);
insert into log_state default values;

-- owner: transparency
-- The place of each leaf, dense from 0.
create table log_entries (
  index bigint primary key,
  leaf_id bigint not null unique,
  kind text not null,
  round_id text collate "C",
  -- Of openings: to find a round by its number.
  game text,
  number bigint
);
create index log_entries_round on log_entries (round_id, index) where round_id is not null;
create index log_entries_opened on log_entries (game, index) where kind = 'open';
create index log_entries_number on log_entries (game, number) where kind = 'open';

-- owner: transparency
-- Merkle tiles of C2SP tlog-tiles: up to 256 hashes of 32 bytes each, the last tile of a level being partial.
create table log_tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null check (length(hashes) % 32 = 0 and length(hashes) between 32 and 8192),
  primary key (level, index)
);
alter table log_tiles alter column hashes set storage external;

-- owner: transparency
-- Heads of the log, one for each size that was reached: persisted, then signed, then published.
create table log_heads (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  at bigint not null,
  -- The signed note, once.
  note text,
  published_at bigint,
  check (published_at is null or note is not null)
);
create index log_heads_published on log_heads (size) where published_at is not null;

-- What is in the log stays as it is: entries never change, tiles only grow, heads are signed and published once.
create function log_only_grows() returns trigger language plpgsql as $$
declare
  grown boolean := false;
begin
  if tg_op = 'UPDATE' and tg_table_name = 'log_tiles' then
    grown := (new.level, new.index) = (old.level, old.index) and length(new.hashes) > length(old.hashes)
      and substring(new.hashes from 1 for length(old.hashes)) = old.hashes;
  elsif tg_op = 'UPDATE' and tg_table_name = 'log_heads' then
    grown := (new.size, new.root, new.at) = (old.size, old.root, old.at)
      and (old.note is null or new.note = old.note) and (old.published_at is null or new.published_at = old.published_at);
  elsif tg_op = 'UPDATE' and tg_table_name = 'log_state' then
    grown := new.size >= old.size and (old.name is null
      or ((new.name, new.public_key) = (old.name, old.public_key) and new.seed is not distinct from old.seed));
  end if;
  if not grown then
    raise exception '% is only added to', tg_table_name using errcode = 'FPT01';
  end if;
  return new;
end $$;
create trigger log_state_only_grows before update or delete on log_state for each row execute function log_only_grows();
create trigger log_entries_only_grow before update or delete on log_entries
  for each row execute function log_only_grows();
create trigger log_tiles_only_grow before update or delete on log_tiles for each row execute function log_only_grows();
create trigger log_heads_only_grow before update or delete on log_heads for each row execute function log_only_grows();
