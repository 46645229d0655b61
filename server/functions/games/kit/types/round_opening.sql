-- A round that a batch of stakes opens: the argument of rounds_open. `stake` is the number, from 0, of the stake that
-- it belongs to; `leaf` has '"number":0' where the number belongs.
create type round_opening as (
  stake integer, id text, hash text, fee_bps integer, secret text, leaf text, at bigint
);
