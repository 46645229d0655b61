-- Bitwise XOR of two 32-byte values in hex. Called with columns, it becomes part of the calling statement: a call of its own takes longer than the work.
create or replace function xor32(a bytea, b bytea) returns text language sql immutable strict as $$
  select xor8(a, b, 1) || xor8(a, b, 9) || xor8(a, b, 17) || xor8(a, b, 25)
$$;
