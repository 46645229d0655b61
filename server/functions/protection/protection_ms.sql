-- When this transaction began, epoch ms, by the database's clock: the only clock of limits, breaks and exclusions. Nodes with different clocks count
-- alike, and a stake is counted and released in the same hour.
create or replace function protection_ms() returns bigint language sql stable as $$
  select (extract(epoch from transaction_timestamp()) * 1000)::bigint
$$;
