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
