-- Hours of a span of limits (contract/src/protection/calls.ts LIMIT_SPANS).
create or replace function protection_hours_of(p_span text) returns integer language sql immutable as $$
  select case p_span when 'day' then 24 when 'week' then 168 when 'month' then 720 end
$$;
