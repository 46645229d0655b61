-- No lock is committed late: a write that something held back on its way, or whose commit was, is undone, and the command runs
-- again (serialization_failure). Looked at when the transaction ends.
create or replace function round_lock_in_time() returns trigger language plpgsql as $$
begin
  if database_ms() - new.loaded_at > 4000 then
    raise exception 'the lock of round % was decided on % ms ago', new.id, database_ms() - new.loaded_at
      using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
