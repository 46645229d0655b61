-- Formats an instant (epoch ms) for refusals: '2026-11-23 20:00 UTC'.
create or replace function protection_date(p_ms bigint) returns text language sql immutable as $$
  select to_char(to_timestamp(p_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
$$;
