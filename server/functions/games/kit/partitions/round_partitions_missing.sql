-- Partitions that are still to be made of tables that are partitioned by round, oldest first: months up to the second after this one, by the
-- database's clock. A past month counts only if it is newer than every partition: an old one may have been archived.
create or replace function round_partitions_missing()
returns table (parent text, part text, first text, until text) language sql stable as $$
  with times as (
    select to_timestamp(database_ms() / 1000.0) at time zone 'UTC' as now
  ), months as (
    select m, 'rnd_' || ulid_time((extract(epoch from m) * 1000)::bigint) collate "C" as first,
      'rnd_' || ulid_time((extract(epoch from m + interval '1 month') * 1000)::bigint) collate "C" as until
    from times, generate_series(timestamp '2026-01-01', date_trunc('month', now) + interval '2 months', interval '1 month') m
  ), parents as (
    select oid, relname::text as parent from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'p' and pg_get_partkeydef(oid) = 'RANGE (round_id)'
  ), bounds as (
    select i.inhparent, coalesce(substring(b from $r$FROM \('(\w+)'\)$r$), '') collate "C" as first,
      substring(b from $r$TO \('(\w+)'\)$r$) collate "C" as until
    from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral pg_get_expr(c.relpartbound, c.oid) b
  )
  select p.parent, p.parent || to_char(m.m, '_YYYY_MM'), m.first, m.until
  from parents p cross join months m cross join times t
  where not exists (select from bounds b where b.inhparent = p.oid and b.first <= m.first and b.until >= m.until)
    and (m.m >= date_trunc('month', t.now)
      or m.first >= (select max(b.until) from bounds b where b.inhparent = p.oid))
  order by m.m, p.parent
$$;
