-- Trigger: what a player requested and when never changes.
create or replace function protection_changes_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what was asked for is history' using errcode = 'FPP03';
end $$;
