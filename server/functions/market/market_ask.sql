-- The asked price of an item type: the reference price plus the spread in basis points, rounded up to a cent.
create or replace function market_ask(p_reference bigint, p_spread_bps integer) returns bigint language sql immutable as $$
  select p_reference + (p_reference * p_spread_bps + 9999) / 10000
$$;
