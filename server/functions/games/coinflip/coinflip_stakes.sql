-- Stakes of several players that open a game or lock one, in one transaction (decision 0011). p_batch: {receipts,
-- items, openings, locks, entries}, lists of the types receipt_claim, staked_item, round_opening, round_locking,
-- round_entry. Every statement serves all stakes of the batch: what is written is the same as for one after the other,
-- row for row, and each condition that was decided on is held against the rows, under their locks. No two stakes name
-- the same receipt, round or item: the caller sees to that.
--
-- Returns a row for each stake that did not happen: with `earlier`, the stored answer, when it happened before;
-- `reused` when its key belongs to another call or input; neither when what was decided on is no longer so. All others
-- have happened. p_wait false: never waits for a round or an item, nor long for a receipt; what somebody else holds is
-- no longer so.
--
-- Locks are taken in one order by everybody: receipts, rounds, items, each sorted.
--
-- names receipts: looked up and given back for a whole batch in one statement
-- names facts: those of a whole batch are written in one statement
create or replace function coinflip_stakes(p_batch jsonb, p_wait boolean)
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
