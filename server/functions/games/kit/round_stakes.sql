-- Stakes of one game that open a round, lock one, or enter one. p_batch: {receipts, items, openings, locks, enters, entries},
-- lists of the types above, and `rules` for the game's `_admit`. An entry that enters has no number yet, nor have its items.
--
-- Returns a row for each stake that did not happen: with `earlier`, the stored answer, when it happened before; `reused` when
-- its key belongs to another call or input; neither when what was decided on is no longer so. All others have happened; those
-- that entered have a row with `made`, their answer. A stake that its player's own limits stop has `refused`: {code, details}.
-- p_wait false: never waits for a round to lock or an item, nor long for a turn or a receipt; what somebody else holds is no
-- longer so.
--
-- While the game is paused none happens: the pause waits for those that are written, and is found by those that come after it.
--
-- Locks are taken in one order by everybody: the gate of the pause, turns, receipts, rounds, items, players' limits, each sorted.
-- names receipts: the answers of a whole batch are stored in the statement that makes them
create or replace function round_stakes(p_game text, p_batch jsonb, p_wait boolean)
returns table (stake integer, earlier jsonb, reused boolean, made jsonb, refused jsonb) language plpgsql as $$
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
  v_counted protected_stake[];
  v_refused integer[] := '{}';
  v_told integer;
  v_paused boolean;
begin
  if not p_wait then
    perform set_config('lock_timeout', '250', true);
  end if;
  v_paused := pause_gate(p_game || '.paused');
  if cardinality(v_enters) > 0 then
    perform round_turn(t.round_id) from (select distinct n.round_id from unnest(v_enters) n order by 1) t;
  end if;
  v_done := claim_receipts(v_receipts);
  if v_done <> '{}' then
    return query select c.stake, r.response, r.call <> c.call or r.input_hash <> decode(c.input_hash, 'hex'), null::jsonb, null::jsonb
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
  if v_paused then
    -- What was decided on is no longer so; who decides again reads the pause.
    return query select e.stake, null::jsonb, false, null::jsonb, null::jsonb from unnest(v_entries) e where e.stake <> all (v_done);
    delete from receipts r using unnest(v_receipts) c
    where c.stake <> all (v_done) and r.player_id = c.player_id and r.key = c.key;
    return;
  end if;
  v_stale := rounds_hold(v_locks, p_wait) || rounds_hold_open(v_enters) || vault_hold(v_items, p_wait);
  -- Before a game gives numbers and room to an entry: what a player may not stake takes neither.
  v_counted := array(select row(e.stake, e.player_id, e.cents)::protected_stake from unnest(v_entries) e
    where e.stake <> all (v_done || v_stale) order by e.stake);
  for stake, refused in select p.stake, p.refused from protection_stakes(v_counted) p loop
    v_refused := v_refused || stake;
    reused := false;
    return next;
  end loop;
  v_stale := v_stale || v_refused;
  if cardinality(v_enters) > 0 then
    v_entered := round_admit(p_game, array(select e from unnest(v_entries) e join unnest(v_enters) n on n.stake = e.stake
      where e.stake <> all (v_stale)), p_batch -> 'rules');
    v_stale := v_stale || array(select n.stake from unnest(v_enters) n
      where n.stake <> all (v_stale) and n.stake <> all (array(select e.stake from unnest(v_entered) e)));
    perform protection_uncount(c.player_id, 'stake', protection_hour(), c.cents) from unnest(v_counted) c
    where c.stake = any (v_stale) and c.stake <> all (v_refused);
  end if;
  if v_stale <> '{}' then
    return query select distinct s, null::jsonb, false, null::jsonb, null::jsonb from unnest(v_stale) s
      where s <> all (v_refused);
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
    return query select n.stake, null::jsonb, false, n.answer || jsonb_build_object('entryNo', e.no), null::jsonb
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
