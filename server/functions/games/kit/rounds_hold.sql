-- Holds rounds until the transaction ends, if each is open at the version that was decided on (said as in `rounds_lock`).
-- Returns the stakes that cannot have theirs. p_wait as in `vault_hold`.
create or replace function rounds_hold(p_locks round_locking[], p_wait boolean) returns integer[] language plpgsql as $$
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
