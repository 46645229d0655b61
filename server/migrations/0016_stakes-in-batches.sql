-- Stakes of several players in one transaction (decision 0011). Every statement here serves all stakes of a batch: what is
-- written is the same, row for row, and each condition that was decided on is held against the rows, under their locks.
--
-- What a batch says comes in lists; `stake` is the number, from 0, of the stake that a row of a list belongs to. No two
-- stakes of one batch name the same receipt, round or item: the caller sees to that.

-- Receipts -----------------------------------------------------------------------------------------------------------

create type receipt_claim as (
  stake integer, player_id text, key text, call text, input_hash text, response jsonb, at bigint
);

-- Claims receipts, in one order for everybody. Returns the stakes whose receipt was there before: they happened already.
create function claim_receipts(p_claims receipt_claim[]) returns integer[] language plpgsql as $$
declare
  v_done integer[];
begin
  with claimed as (
    insert into receipts (player_id, key, call, input_hash, response, at)
    select c.player_id, c.key, c.call, decode(c.input_hash, 'hex'), c.response, c.at from unnest(p_claims) c
    order by c.player_id, c.key
    on conflict do nothing
    returning player_id, key
  )
  select coalesce(array_agg(c.stake), '{}') into v_done from unnest(p_claims) c
  where not exists (select from claimed d where d.player_id = c.player_id and d.key = c.key);
  return v_done;
end $$;

-- Items --------------------------------------------------------------------------------------------------------------

create type staked_item as (
  stake integer, item_id text, item_type text, cents bigint, player_id text, round_id text, entry_no integer, at bigint
);

-- Holds items until the transaction ends, if each is available to its player at the price that was seen. Returns the stakes
-- that cannot have theirs. p_wait false: an item that somebody else holds right now counts as not to be had.
-- Rows are found by their primary key alone and judged afterwards (offset 0): the planner would as soon walk everything
-- that a player has.
create function vault_hold(p_items staked_item[], p_wait boolean) returns integer[] language plpgsql as $$
declare
  v_held text[];
begin
  if p_wait then
    v_held := array(select h.item_id from (
      select p.item_id, p.holder_kind, p.holder_id, p.state, w.player_id from unnest(p_items) w
        join item_positions p on p.item_id = w.item_id
        join item_types t on t.slug = w.item_type and t.price_cents = w.cents
      order by p.item_id offset 0 for no key update of p
    ) h where h.holder_kind = 'player' and h.holder_id = h.player_id and h.state = 'available');
  else
    v_held := array(select h.item_id from (
      select p.item_id, p.holder_kind, p.holder_id, p.state, w.player_id from unnest(p_items) w
        join item_positions p on p.item_id = w.item_id
        join item_types t on t.slug = w.item_type and t.price_cents = w.cents
      order by p.item_id offset 0 for no key update of p skip locked
    ) h where h.holder_kind = 'player' and h.holder_id = h.player_id and h.state = 'available');
  end if;
  if cardinality(v_held) = cardinality(p_items) then
    return '{}';
  end if;
  return array(select distinct w.stake from unnest(p_items) w where w.item_id <> all (v_held));
end $$;

-- Moves items that are held into their rounds.
create function vault_stake_held(p_items staked_item[]) returns void language plpgsql as $$
declare
  v_moved integer;
begin
  with moves as (
    update item_positions p
    set holder_kind = 'round', holder_id = w.round_id, state = 'staked', version = p.version + 1
    from unnest(p_items) w where p.item_id = w.item_id
    returning p.item_id, p.version, w.player_id, w.round_id, w.at
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, 'STAKE', 'player', player_id, 'round', round_id, round_id, at from moves;
  get diagnostics v_moved = row_count;
  if v_moved <> cardinality(p_items) then
    raise exception '% of % held items could be moved', v_moved, cardinality(p_items) using errcode = 'FPV01';
  end if;
end $$;

-- Rounds -------------------------------------------------------------------------------------------------------------

-- `leaf` has '"number":0' where the number belongs.
create type round_opening as (
  stake integer, id text, hash text, fee_bps integer, secret text, leaf text, at bigint
);
create type round_locking as (
  stake integer, id text, version integer, lock_text text, drand_round bigint, due_at bigint, at bigint
);
create type round_entry as (
  stake integer, round_id text, no integer, player_id text, pseudonym text, pick integer, cents bigint, at bigint
);

-- `count` numbers of a game, the lowest that nobody else is taking right now.
create function round_take_numbers(p_game text, p_count integer) returns bigint[] language plpgsql as $$
declare
  v_taken bigint[];
  v_middle bigint;
begin
  with free as (
    select number from round_numbers where game = p_game order by number limit p_count for update skip locked
  ), taken as (
    delete from round_numbers n using free where n.game = p_game and n.number = free.number returning n.number
  )
  select coalesce(array_agg(number order by number), '{}'), min(number) filter (where number % 256 = 128)
  into v_taken, v_middle from taken;
  if v_middle is not null then
    perform round_hand_out(p_game, v_middle);
  end if;
  while cardinality(v_taken) < p_count loop
    v_taken := v_taken || round_next_number(p_game);
  end loop;
  return v_taken;
end $$;

-- Hands out the block of numbers after the one in whose middle `p_taken` is, unless somebody else is at it.
create function round_hand_out(p_game text, p_taken bigint) returns void language plpgsql as $$
declare
  v_last bigint;
begin
  select last into v_last from round_counters where game = p_game for update skip locked;
  if v_last - p_taken < 256 then
    update round_counters set last = v_last + 256 where game = p_game;
    insert into round_numbers (game, number) select p_game, v_last + k from generate_series(1, 256) k;
  end if;
end $$;

create function rounds_open(p_game text, p_rounds round_opening[]) returns void language plpgsql as $$
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
end $$;

-- Holds rounds until the transaction ends, if each is open at the version that was decided on (said as in `round_lock`).
-- Returns the stakes that cannot have theirs. p_wait as in `vault_hold`.
create function rounds_hold(p_locks round_locking[], p_wait boolean) returns integer[] language plpgsql as $$
declare
  v_held text[];
begin
  if p_wait then
    v_held := array(select r.id from unnest(p_locks) w join rounds r on r.id = w.id
      where r.version = w.version and r.locked_at is null and r.ended_at is null and not r.scripted
      order by r.id for no key update of r);
  else
    v_held := array(select r.id from unnest(p_locks) w join rounds r on r.id = w.id
      where r.version = w.version and r.locked_at is null and r.ended_at is null and not r.scripted
      order by r.id for no key update of r skip locked);
  end if;
  if cardinality(v_held) = cardinality(p_locks) then
    return '{}';
  end if;
  return array(select w.stake from unnest(p_locks) w where w.id <> all (v_held));
end $$;

-- Locks rounds that are held, with the records that name their beacons.
create function rounds_lock(p_locks round_locking[]) returns void language plpgsql as $$
declare
  v_locked integer;
begin
  with locked as (
    update rounds r set phase = 'locked', version = r.version + 1, lock_text = w.lock_text, locked_at = w.at,
      drand_round = w.drand_round, due_at = w.due_at
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

create function rounds_enter(p_entries round_entry[], p_items staked_item[]) returns void language plpgsql as $$
begin
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  select e.round_id, e.no, e.player_id, e.pseudonym, e.pick, e.cents, e.at from unnest(p_entries) e;
  insert into stake_items (round_id, entry_no, item_id, item_type, cents)
  select i.round_id, i.entry_no, i.item_id, i.item_type, i.cents from unnest(p_items) i;
end $$;

-- Coinflip -----------------------------------------------------------------------------------------------------------

-- Stakes that open a game or lock one. p_batch: {receipts, items, openings, locks, entries}, lists of the types above.
--
-- Returns a row for each stake that did not happen: with `earlier`, the stored answer, when it happened before; `reused` when
-- its key belongs to another call or input; neither when what was decided on is no longer so. All others have happened.
-- p_wait false: never waits for a round or an item, nor long for a receipt; what somebody else holds is no longer so.
--
-- Locks are taken in one order by everybody: receipts, rounds, items, each sorted.
create function coinflip_stakes(p_batch jsonb, p_wait boolean)
returns table (stake integer, earlier jsonb, reused boolean) language plpgsql as $$
declare
  v_receipts receipt_claim[] := array(select r from jsonb_populate_recordset(null::receipt_claim, p_batch -> 'receipts') r);
  v_items staked_item[] := array(select i from jsonb_populate_recordset(null::staked_item, p_batch -> 'items') i);
  v_openings round_opening[] := array(select o from jsonb_populate_recordset(null::round_opening, p_batch -> 'openings') o);
  v_locks round_locking[] := array(select l from jsonb_populate_recordset(null::round_locking, p_batch -> 'locks') l);
  v_entries round_entry[] := array(select e from jsonb_populate_recordset(null::round_entry, p_batch -> 'entries') e);
  v_done integer[];
  v_stale integer[];
  v_told integer;
begin
  if not p_wait then
    perform set_config('lock_timeout', '250', true);
  end if;
  v_done := claim_receipts(v_receipts);
  if v_done <> '{}' then
    return query select c.stake, r.response, r.call <> c.call or r.input_hash <> decode(c.input_hash, 'hex')
      from unnest(v_receipts) c join receipts r on r.player_id = c.player_id and r.key = c.key where c.stake = any (v_done);
    get diagnostics v_told = row_count;
    if v_told <> cardinality(v_done) then
      -- Swept away between the two statements: the caller tries again.
      raise exception using errcode = 'serialization_failure', message = 'a receipt vanished';
    end if;
    v_items := array(select i from unnest(v_items) i where i.stake <> all (v_done));
    v_locks := array(select l from unnest(v_locks) l where l.stake <> all (v_done));
  end if;
  v_stale := rounds_hold(v_locks, p_wait) || vault_hold(v_items, p_wait);
  if v_stale <> '{}' then
    return query select distinct s, null::jsonb, false from unnest(v_stale) s;
    delete from receipts r using unnest(v_receipts) c
    where c.stake = any (v_stale) and r.player_id = c.player_id and r.key = c.key;
    v_items := array(select i from unnest(v_items) i where i.stake <> all (v_stale));
    v_locks := array(select l from unnest(v_locks) l where l.stake <> all (v_stale));
  end if;
  if v_done <> '{}' or v_stale <> '{}' then
    v_openings := array(select o from unnest(v_openings) o where o.stake <> all (v_done || v_stale));
    v_entries := array(select e from unnest(v_entries) e where e.stake <> all (v_done || v_stale));
  end if;
  perform rounds_lock(v_locks);
  perform vault_stake_held(v_items);
  perform rounds_enter(v_entries, v_items);
  perform rounds_open('coinflip', v_openings);
  insert into facts (topic, subject, version, type, at)
  select 'coinflip', o.id, 1, 'coinflip.opened', o.at from unnest(v_openings) o
  union all select 'coinflip', l.id, l.version + 1, 'coinflip.locked', l.at from unnest(v_locks) l;
end $$;

drop function coinflip_create, coinflip_join;
