-- When this transaction began, epoch ms, by the database's clock: the one clock of limits, breaks and exclusions. Nodes whose clocks
-- are apart count alike, and a stake is counted and taken back in one and the same hour.
create or replace function protection_ms() returns bigint language sql stable as $$
  select (extract(epoch from transaction_timestamp()) * 1000)::bigint
$$;
