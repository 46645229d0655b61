-- Locks rounds that are open at the version that was decided on, with the records that name their beacons, and tells it.
-- A scripted round has no record and names none. FPR01: one of them is no longer so, nothing is written.
-- "Open" is said as `locked_at is null and ended_at is null`, which the table's checks make the same: saying `phase` lets the
-- planner take the small index of open rounds instead of the primary key, and that index is full of rounds just locked.
-- names facts: those of a whole batch are written in one statement, where emit_fact would be called for each
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
