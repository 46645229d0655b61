-- Bitwise XOR of two 32-byte values in hex.
create or replace function xor32(a bytea, b bytea) returns text language sql immutable strict as $$
  select string_agg(lpad(to_hex(substring(x from p for 64)::bit(64)::bigint), 16, '0'), '' order by p)
  from (select ('x' || encode(a, 'hex'))::bit(256) # ('x' || encode(b, 'hex'))::bit(256) as x) v,
    unnest(array[1, 65, 129, 193]) as p
$$;
