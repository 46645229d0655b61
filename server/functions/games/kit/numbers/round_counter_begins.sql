-- Gives a game that is new a counter of its rounds; the trigger of `games` calls it.
create or replace function round_counter_begins() returns trigger language plpgsql as $$
begin
  insert into round_counters (game, last) values (new.name, 0);
  return null;
end $$;
