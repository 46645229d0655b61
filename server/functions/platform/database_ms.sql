-- The database's own time, epoch ms. Not a clock for games: it only measures the age of a decision.
create or replace function database_ms() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000)::bigint
$$;
