-- One way to stake items: `round_stakes` for every game whose stakes are items (decision 0011). A stake opens a round, locks
-- one, or enters one that stays open; what is staked alone is a batch of one.

-- Turns --------------------------------------------------------------------------------------------------------------

-- Waits behind whoever else enters or ends this round, until the transaction ends. Taken before the transaction has an id:
-- so ids, and with them the facts that the relay reads by id, come in the order of versions.
create function round_turn(p_round text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_round, 0))
$$;

-- Rounds -------------------------------------------------------------------------------------------------------------

-- Opens rounds, each with its leaf and its fact.
create or replace function rounds_open(p_game text, p_rounds round_opening[]) returns void language plpgsql as $$
declare
  v_numbers bigint[] := round_take_numbers(p_game, cardinality(p_rounds));
begin
  insert into round_secrets (round_id, secret) select r.id, r.secret from unnest(p_rounds) r;
  insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at)
  select r.id, p_game, r.number, 'open', 1, r.hash, r.fee_bps, r.at
  from rows from (unnest(p_rounds), unnest(v_numbers)) as r (stake, id, hash, fee_bps, secret, leaf, at, number);
  insert into log_leaves (kind, round_id, body, at)
  select 'open', r.id, replace(r.leaf, '"number":0', '"number":' || r.number), r.at
  from rows from (unnest(p_rounds), unnest(v_numbers)) as r (stake, id, hash, fee_bps, secret, leaf, at, number);
  insert into facts (topic, subject, version, type, at)
  select p_game, r.id, 1, p_game || '.opened', r.at from unnest(p_rounds) r;
end $$;

-- Holds rounds until the transaction ends, if each is open at the version that was decided on. Returns the stakes that cannot
-- have theirs. p_wait as in `vault_hold`. A round without a lock text is a scripted one, and the other way round.
-- "Open" is said as `locked_at is null and ended_at is null`: saying `phase` lets the planner take the small index of open
-- rounds instead of the primary key, and that index is full of rounds just locked.
create or replace function rounds_hold(p_locks round_locking[], p_wait boolean) returns integer[] language plpgsql as $$
declare
  v_held text[];
begin
  if p_wait then
    v_held := array(select r.id from unnest(p_locks) w join rounds r on r.id = w.id
      where r.version = w.version and r.locked_at is null and r.ended_at is null and r.scripted = (w.lock_text is null)
      order by r.id for no key update of r);
  else
    v_held := array(select r.id from unnest(p_locks) w join rounds r on r.id = w.id
      where r.version = w.version and r.locked_at is null and r.ended_at is null and r.scripted = (w.lock_text is null)
      order by r.id for no key update of r skip locked);
  end if;
  if cardinality(v_held) = cardinality(p_locks) then
    return '{}';
  end if;
  return array(select w.stake from unnest(p_locks) w where w.id <> all (v_held));
end $$;

-- Locks rounds that are open at the version that was decided on, with the records that name their beacons, and tells it.
-- A scripted round has no record and names none. FPR01: one of them is no longer so, nothing is written.
create or replace function rounds_lock(p_locks round_locking[]) returns void language plpgsql as $$
declare
  v_locked integer;
begin
  with locked as (
    update rounds r set phase = 'locked', version = r.version + 1, lock_text = w.lock_text, locked_at = w.at,
      drand_round = w.drand_round, due_at = w.due_at, loaded_at = w.loaded_at
    from unnest(p_locks) w
    where r.id = w.id and r.version = w.version and r.locked_at is null and r.ended_at is null
      and r.scripted = (w.lock_text is null)
    returning r.id, r.game, r.version, r.lock_text, r.locked_at
  ), logged as (
    insert into log_leaves (kind, round_id, body, at)
    select 'lock', id, lock_text, locked_at from locked where lock_text is not null
  )
  insert into facts (topic, subject, version, type, at)
  select game, id, version, game || '.locked', locked_at from locked;
  get diagnostics v_locked = row_count;
  if v_locked <> cardinality(p_locks) then
    raise exception '% of % rounds could be locked', v_locked, cardinality(p_locks) using errcode = 'FPR01';
  end if;
end $$;

-- Entering -----------------------------------------------------------------------------------------------------------

-- A stake that enters a round which stays open. `answer` is what its player is told, without the number of the entry.
create type round_entering as (stake integer, round_id text, scripted boolean, answer jsonb);

-- Holds rounds that are to be entered until the transaction ends; their turns have been taken. Returns the stakes whose round
-- is no longer open, or not of the kind (scripted or not) that was decided on.
create function rounds_hold_open(p_enters round_entering[]) returns integer[] language plpgsql as $$
declare
  v_plain text[];
  v_scripted text[];
begin
  if cardinality(p_enters) = 0 then
    return '{}';
  end if;
  select coalesce(array_agg(h.id) filter (where not h.scripted), '{}'), coalesce(array_agg(h.id) filter (where h.scripted), '{}')
  into v_plain, v_scripted from (
    select r.id, r.scripted from rounds r where r.id = any (array(select distinct w.round_id from unnest(p_enters) w))
      and r.locked_at is null and r.ended_at is null order by r.id for no key update of r
  ) h;
  return array(select w.stake from unnest(p_enters) w
    where w.round_id <> all (case when w.scripted then v_scripted else v_plain end));
end $$;

-- Gives entries their numbers in the rounds that they enter, in the order of their stakes. Which ones there is room and time
-- for is the game's to say: its function `<game>_admit(round, entries, rules)` returns those, numbered.
create function round_admit(p_game text, p_entries round_entry[], p_rules jsonb) returns round_entry[]
language plpgsql as $$
declare
  v_round text;
  v_some round_entry[];
  v_all round_entry[] := '{}';
begin
  for v_round in select distinct e.round_id from unnest(p_entries) e order by 1 loop
    execute format('select %I($1, $2, $3)', p_game || '_admit') into strict v_some
    using v_round, array(select e from unnest(p_entries) e where e.round_id = v_round order by e.stake), p_rules;
    v_all := v_all || v_some;
  end loop;
  return v_all;
end $$;

-- Tells of entries: each raises the version of its round by one.
create function rounds_tell_entered(p_game text, p_entries round_entry[]) returns void language plpgsql as $$
begin
  with raised as (
    update rounds r set version = r.version + e.count
    from (select e.round_id, count(*)::integer as count from unnest(p_entries) e group by e.round_id) e
    where r.id = e.round_id
    returning r.id, r.version - e.count as version
  )
  insert into facts (topic, subject, version, type, at)
  select p_game, r.id, r.version + row_number() over (partition by r.id order by e.no), p_game || '.entered', e.at
  from unnest(p_entries) e join raised r on r.id = e.round_id order by r.id, e.no;
end $$;

-- Stakes -------------------------------------------------------------------------------------------------------------

-- Stakes of one game that open a round, lock one, or enter one. p_batch: {receipts, items, openings, locks, enters, entries},
-- lists of the types above, and `rules` for the game's `_admit`. An entry that enters has no number yet, nor have its items.
--
-- Returns a row for each stake that did not happen: with `earlier`, the stored answer, when it happened before; `reused` when
-- its key belongs to another call or input; neither when what was decided on is no longer so. All others have happened; those
-- that entered have a row with `made`, their answer.
-- p_wait false: never waits for a round to lock or an item, nor long for a turn or a receipt; what somebody else holds is no
-- longer so.
--
-- Locks are taken in one order by everybody: turns, receipts, rounds, items, each sorted.
create function round_stakes(p_game text, p_batch jsonb, p_wait boolean)
returns table (stake integer, earlier jsonb, reused boolean, made jsonb) language plpgsql as $$
declare
  v_receipts receipt_claim[] := array(select r from jsonb_populate_recordset(null::receipt_claim, p_batch -> 'receipts') r);
  v_items staked_item[] := array(select i from jsonb_populate_recordset(null::staked_item, p_batch -> 'items') i);
  v_openings round_opening[] := array(select o from jsonb_populate_recordset(null::round_opening, p_batch -> 'openings') o);
  v_locks round_locking[] := array(select l from jsonb_populate_recordset(null::round_locking, p_batch -> 'locks') l);
  v_enters round_entering[] := array(select n from jsonb_populate_recordset(null::round_entering, p_batch -> 'enters') n);
  v_entries round_entry[] := array(select e from jsonb_populate_recordset(null::round_entry, p_batch -> 'entries') e);
  v_entered round_entry[] := '{}';
  v_done integer[];
  v_stale integer[];
  v_told integer;
begin
  if not p_wait then
    perform set_config('lock_timeout', '250', true);
  end if;
  if cardinality(v_enters) > 0 then
    perform round_turn(t.round_id) from (select distinct n.round_id from unnest(v_enters) n order by 1) t;
  end if;
  v_done := claim_receipts(v_receipts);
  if v_done <> '{}' then
    return query select c.stake, r.response, r.call <> c.call or r.input_hash <> decode(c.input_hash, 'hex'), null::jsonb
      from unnest(v_receipts) c join receipts r on r.player_id = c.player_id and r.key = c.key where c.stake = any (v_done);
    get diagnostics v_told = row_count;
    if v_told <> cardinality(v_done) then
      -- Swept away between the two statements: the caller tries again.
      raise exception using errcode = 'serialization_failure', message = 'a receipt vanished';
    end if;
    v_items := array(select i from unnest(v_items) i where i.stake <> all (v_done));
    v_locks := array(select l from unnest(v_locks) l where l.stake <> all (v_done));
    v_enters := array(select n from unnest(v_enters) n where n.stake <> all (v_done));
  end if;
  v_stale := rounds_hold(v_locks, p_wait) || rounds_hold_open(v_enters) || vault_hold(v_items, p_wait);
  if cardinality(v_enters) > 0 then
    v_entered := round_admit(p_game, array(select e from unnest(v_entries) e join unnest(v_enters) n on n.stake = e.stake
      where e.stake <> all (v_stale)), p_batch -> 'rules');
    v_stale := v_stale || array(select n.stake from unnest(v_enters) n
      where n.stake <> all (v_stale) and n.stake <> all (array(select e.stake from unnest(v_entered) e)));
  end if;
  if v_stale <> '{}' then
    return query select distinct s, null::jsonb, false, null::jsonb from unnest(v_stale) s;
    delete from receipts r using unnest(v_receipts) c
    where c.stake = any (v_stale) and r.player_id = c.player_id and r.key = c.key;
    v_items := array(select i from unnest(v_items) i where i.stake <> all (v_stale));
    v_locks := array(select l from unnest(v_locks) l where l.stake <> all (v_stale));
  end if;
  if v_done <> '{}' or v_stale <> '{}' then
    v_openings := array(select o from unnest(v_openings) o where o.stake <> all (v_done || v_stale));
    v_entries := array(select e from unnest(v_entries) e where e.stake <> all (v_done || v_stale));
  end if;
  if cardinality(v_entered) > 0 then
    v_entries := v_entered || array(select e from unnest(v_entries) e where e.no is not null);
    v_items := array(select row(i.stake, i.item_id, i.item_type, i.cents, i.player_id, i.round_id,
        coalesce(i.entry_no, e.no), i.at)::staked_item
      from unnest(v_items) i left join unnest(v_entered) e on e.stake = i.stake);
    return query select n.stake, null::jsonb, false, n.answer || jsonb_build_object('entryNo', e.no)
      from unnest(v_enters) n join unnest(v_entered) e on e.stake = n.stake;
    update receipts r set response = n.answer || jsonb_build_object('entryNo', e.no)
    from unnest(v_receipts) c join unnest(v_enters) n on n.stake = c.stake join unnest(v_entered) e on e.stake = c.stake
    where r.player_id = c.player_id and r.key = c.key;
    perform rounds_tell_entered(p_game, v_entered);
  end if;
  perform rounds_lock(v_locks);
  perform vault_stake_held(v_items);
  perform rounds_enter(v_entries, v_items);
  perform rounds_open(p_game, v_openings);
end $$;

drop function coinflip_stakes, coinflip_join_scripted, jackpot_lock, jackpot_lock_scripted, round_lock, round_lock_scripted;
