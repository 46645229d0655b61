-- Whether p_key, a setting that pauses something, says so now; and it cannot begin to say so before this transaction ends. Called in the
-- transaction of whatever the pause is to stop, before it writes: what passes here is done before the pause is, and nothing is done
-- after it. Those who pass do not wait for each other.
create or replace function pause_gate(p_key text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('pause ' || p_key, 0));
  -- A statement of its own: it sees what was committed while the lock was waited for.
  return coalesce((select s.value = 'true'::jsonb from settings s where s.key = p_key), false);
end $$;
