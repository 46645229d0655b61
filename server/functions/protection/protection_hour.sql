-- The hour in which current events are counted: hours since 1970 (UTC), the same for all time zones.
create or replace function protection_hour() returns bigint language sql stable as $$
  select protection_ms() / 3600000
$$;
