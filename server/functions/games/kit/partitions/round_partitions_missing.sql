-- Partitions that are still to be made, oldest first: months up to the second after this one, by the database's clock. A past month counts only if it
-- is newer than every partition: an old one may have been archived. A month begins with an id, by the prefix of the column that partitions, or with an
-- instant in epoch ms (prefix null).
create or replace function round_partitions_missing()
returns table (parent text, part text, first text, until text) language sql stable as $$
  with times as (
    select to_timestamp(database_ms() / 1000.0) at time zone 'UTC' as now
  ), kinds (key, prefix) as (
    values ('RANGE (round_id)', 'rnd_'), ('RANGE (transfer_id)', 'trf_'), ('RANGE (at)', null)
  ), parents as (
    select oid, relname::text as parent, k.prefix from pg_class join kinds k on k.key = pg_get_partkeydef(oid)
    where relnamespace = 'public'::regnamespace and relkind = 'p'
  ), spans as (
    select m, (extract(epoch from m) * 1000)::bigint as first_at, (extract(epoch from m + interval '1 month') * 1000)::bigint as until_at
    from times, generate_series(timestamp '2026-01-01', date_trunc('month', now) + interval '2 months', interval '1 month') m
  ), months as (
    select k.prefix, s.m, coalesce(k.prefix || ulid_time(s.first_at), s.first_at::text) collate "C" as first,
      coalesce(k.prefix || ulid_time(s.until_at), s.until_at::text) collate "C" as until
    from spans s cross join (select distinct prefix from kinds) k
  ), bounds as (
    select i.inhparent, coalesce(substring(b from $r$FROM \('(\w+)'\)$r$), '') collate "C" as first,
      substring(b from $r$TO \('(\w+)'\)$r$) collate "C" as until
    from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral pg_get_expr(c.relpartbound, c.oid) b
  )
  select p.parent, p.parent || to_char(m.m, '_YYYY_MM'), m.first, m.until
  from parents p join months m on m.prefix is not distinct from p.prefix cross join times t
  where not exists (select from bounds b where b.inhparent = p.oid and b.first <= m.first and b.until >= m.until)
    and (m.m >= date_trunc('month', t.now)
      or m.first >= (select max(b.until) from bounds b where b.inhparent = p.oid))
  order by m.m, p.parent
$$;
