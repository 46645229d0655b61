-- Trigger: the other side of the pause gate (platform/runner/pauses.ts). Every write of the setting waits for transactions that have passed the gate,
-- and blocks new ones.
create or replace function pause_waits() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pause ' || new.key, 0));
  return new;
end $$;
