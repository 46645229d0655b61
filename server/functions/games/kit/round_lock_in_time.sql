-- Trigger: no lock is committed late. A write or commit that was delayed is rolled back, and the command runs again (serialization_failure). Checked
-- at the end of the transaction.
create or replace function round_lock_in_time() returns trigger language plpgsql as $$
begin
  if database_ms() - new.loaded_at > 4000 then
    raise exception 'the lock of round % was decided on % ms ago', new.id, database_ms() - new.loaded_at
      using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
