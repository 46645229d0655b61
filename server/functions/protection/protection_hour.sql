-- The hour that what happens now is counted in: hours since 1970 (UTC), the same for everybody whatever their time zone.
create or replace function protection_hour() returns bigint language sql stable as $$
  select protection_ms() / 3600000
$$;
