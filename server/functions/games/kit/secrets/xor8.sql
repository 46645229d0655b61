-- Bitwise XOR of 8 bytes of two values, in hex; `first`: their first byte, from 1. Part of the calling statement, as xor32.
create or replace function xor8(a bytea, b bytea, first integer) returns text language sql immutable strict as $$
  select lpad(to_hex(('x' || encode(substr(a, first, 8), 'hex'))::bit(64)::bigint # ('x' || encode(substr(b, first, 8), 'hex'))::bit(64)::bigint), 16, '0')
$$;
