-- The first ten characters of ids made at this instant (epoch ms): ids are ULIDs, so every earlier id sorts before them.
create or replace function ulid_time(p_ms bigint) returns text language sql immutable as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((p_ms >> (5 * (9 - i))) & 31)::integer, 1), '' order by i)
  from generate_series(0, 9) i
$$;
