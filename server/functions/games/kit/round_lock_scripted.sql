-- Closes a scripted round to further entries: no record, no beacon, no leaf. FPR01: it is another by now.
create or replace function round_lock_scripted(p_id text, p_version integer, p_due_at bigint, p_at bigint)
returns void language plpgsql as $$
begin
  update rounds set phase = 'locked', version = version + 1, locked_at = p_at, due_at = p_due_at
  where id = p_id and version = p_version and locked_at is null and ended_at is null and scripted;
  if not found then
    raise exception 'scripted round % is no longer open at version %', p_id, p_version using errcode = 'FPR01';
  end if;
end $$;
