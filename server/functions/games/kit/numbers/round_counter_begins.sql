-- Gives a new game a counter of its rounds; called by the trigger of `games`.
create or replace function round_counter_begins() returns trigger language plpgsql as $$
begin
  insert into round_counters (game, last) values (new.name, 0);
  return null;
end $$;
