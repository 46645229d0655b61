-- Locks rounds that are held, with the records that name their beacons. FPR01: one is no longer open at its version.
-- "Open" is said as `locked_at is null and ended_at is null`, which the table's checks make the same: saying `phase`
-- lets the planner take the small index of open rounds instead of the primary key, and that index is full of rounds
-- just locked.
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
