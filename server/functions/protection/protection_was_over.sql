-- Whether a deposit from this source arrived by itself, over a limit or during a block of its player. Known for a month.
create or replace function protection_was_over(p_source text) returns boolean language sql stable as $$
  select coalesce((select over from protection_deposits where source = p_source), false)
$$;
