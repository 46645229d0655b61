-- Protocol fp/2: the secret of a round is sealed in its lock to the beacon round that it names, and nothing but a signature
-- comes after the lock. A database of fp/1 is not carried over: nothing was ever live on it.

do $$ begin
  if exists (select from log_leaves) then
    raise exception 'this database holds rounds of protocol fp/1, which fp/2 replaced. Nothing was ever live on it: '
      'remove the data folder, or name a new database in DATABASE_URL';
  end if;
end $$;

-- EOS ----------------------------------------------------------------------------------------------------------------

-- A battle's block stands in its lock record, number and id, and no battle waits for one.
alter table rounds drop constraint rounds_eos_check;
alter table rounds drop column eos_chain, drop column eos_block;
alter table settlements drop constraint settlements_eos_fkey, drop constraint settlements_eos_check;
alter table settlements drop column eos_chain, drop column eos_block;
drop function round_lock_on_block;
drop table eos_blocks;

-- Seals --------------------------------------------------------------------------------------------------------------

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

-- Hex of two 32-byte values, each bit of one or the other and not of both.
create function xor32(a bytea, b bytea) returns text language sql immutable strict as $$
  select string_agg(lpad(to_hex(substring(x from p for 64)::bit(64)::bigint), 16, '0'), '' order by p)
  from (select ('x' || encode(a, 'hex'))::bit(256) # ('x' || encode(b, 'hex'))::bit(256) as x) v,
    unnest(array[1, 65, 129, 193]) as p
$$;

-- The seals of open rounds for the drand round that their locks will name: the window's key as it is published, and the box
-- with the secret's random part. Neither the secret nor the key of the window leaves the database. A round without a window
-- is left out. Runs with the owner's rights: no other role reads these tables.
create function round_seals(p_ids text[], p_chain text, p_round bigint)
returns table (id text, seal_key text, box text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.round_id, w.seal_key, public.xor32(decode(right(s.secret, 64), 'hex'),
    sha256(convert_to('fp/2/seal|' || s.round_id || '|', 'UTF8') || w.window_key))
  from public.round_secrets s join public.rounds r on r.id = s.round_id
    join public.window_keys w on w.chain = p_chain and w.round = p_round
  where s.round_id = any (p_ids) and r.phase = 'open' and not r.scripted
$$;
revoke all on function round_seals(text[], text, bigint) from public;

-- A round is settled with the very output that it names.
create or replace function round_reveal(p_ids text[], p_chain text) returns table (id text, secret text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.round_id, s.secret from public.round_secrets s join public.rounds r on r.id = s.round_id
  where r.id = any (p_ids) and r.phase = 'locked' and r.lock_text::jsonb #>> '{drand,chain}' = p_chain
    and exists (select from public.beacon_outputs b where b.chain = p_chain and b.round = r.drand_round)
$$;

-- The lock's time ----------------------------------------------------------------------------------------------------

-- When the database told what a lock was decided on, by its own clock, epoch ms.
alter table rounds add column loaded_at bigint;
alter table rounds add constraint rounds_loaded_check check ((loaded_at is null) = (lock_text is null));

-- The database's own time, epoch ms. It is no clock of the games': it tells only how old a decision is.
create function database_ms() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000)::bigint
$$;

-- No lock is committed late: a write that something held back on its way, or whose commit was, is undone. FPR01: load and
-- decide again. Looked at when the transaction ends.
create function round_lock_in_time() returns trigger language plpgsql as $$
begin
  if database_ms() - new.loaded_at > 4000 then
    raise exception 'the lock of round % was decided on % ms ago', new.id, database_ms() - new.loaded_at
      using errcode = 'FPR01';
  end if;
  return null;
end $$;
create constraint trigger rounds_lock_in_time after update of lock_text on rounds deferrable initially deferred
  for each row when (new.lock_text is not null and old.lock_text is null) execute function round_lock_in_time();

alter type round_locking add attribute loaded_at bigint;

create or replace function rounds_lock(p_locks round_locking[]) returns void language plpgsql as $$
declare
  v_locked integer;
begin
  with locked as (
    update rounds r set phase = 'locked', version = r.version + 1, lock_text = w.lock_text, locked_at = w.at,
      drand_round = w.drand_round, due_at = w.due_at, loaded_at = w.loaded_at
    from unnest(p_locks) w
    where r.id = w.id and r.version = w.version and r.locked_at is null and r.ended_at is null and not r.scripted
    returning r.id, r.lock_text, r.locked_at
  )
  insert into log_leaves (kind, round_id, body, at) select 'lock', id, lock_text, locked_at from locked;
  get diagnostics v_locked = row_count;
  if v_locked <> cardinality(p_locks) then
    raise exception '% of % held rounds could be locked', v_locked, cardinality(p_locks) using errcode = 'FPR01';
  end if;
end $$;

drop function jackpot_lock, round_lock;
-- Locks a round that is still open at the version that was decided on. FPR01: it is not, or the decision is too old.
create function round_lock(
  p_id text, p_version integer, p_lock text, p_drand_round bigint, p_due_at bigint, p_loaded_at bigint, p_at bigint
) returns void language sql as $$
  select rounds_lock(array[row(0, p_id, p_version, p_lock, p_drand_round, p_due_at, p_at, p_loaded_at)::round_locking])
$$;

create function jackpot_lock(
  p_round text, p_version integer, p_lock text, p_drand_round bigint, p_due_at bigint, p_loaded_at bigint, p_at bigint
) returns void language plpgsql as $$
begin
  perform round_lock(p_round, p_version, p_lock, p_drand_round, p_due_at, p_loaded_at, p_at);
  perform emit_fact('jackpot', null, p_round, p_version + 1, 'jackpot.locked', null, p_at);
end $$;

-- Leaves -------------------------------------------------------------------------------------------------------------

-- Taking a case out of the catalogue, and bringing the version back, are leaves too.
alter table log_leaves drop constraint log_leaves_kind_check;
alter table log_leaves add constraint log_leaves_kind_check check (kind in (
  'open', 'lock', 'result', 'cancel', 'void', 'scripted', 'terms', 'fee', 'case', 'case-retired', 'case-offered'));
alter table log_leaves drop constraint log_leaves_about_check;
alter table log_leaves add constraint log_leaves_about_check
  check ((round_id is null) = (kind in ('terms', 'fee', 'case', 'case-retired', 'case-offered')));

create or replace function log_fee_change() returns trigger language plpgsql as $$
declare
  v_game text := split_part(new.key, '.', 1);
  v_bps bigint := (new.value #>> '{}')::numeric::bigint;
begin
  if v_game in ('coinflip', 'jackpot', 'casebattle')
    and (tg_op = 'INSERT' or new.value is distinct from old.value) then
    insert into log_leaves (kind, round_id, body, at) values ('fee', null,
      format('{"at":%s,"feeBps":%s,"game":"%s","type":"fee","v":"fp/2"}', new.updated_at, v_bps, v_game), new.updated_at);
  end if;
  return null;
end $$;
