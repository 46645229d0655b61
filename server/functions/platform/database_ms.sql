-- The database's own time, epoch ms. It is no clock of the games': it tells only how old a decision is.
create or replace function database_ms() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000)::bigint
$$;
