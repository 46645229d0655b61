-- The other side of the gate (platform/runner/pauses.ts), whoever writes the setting and however: waits for what has passed the gate and holds off who comes now.
create or replace function pause_waits() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pause ' || new.key, 0));
  return new;
end $$;
