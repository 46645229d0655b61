-- A receipt that a batch of stakes claims: the argument of claim_receipts. `stake` is the number, from 0, of the stake
-- that it belongs to; `input_hash` is hex. No two stakes of one batch name the same receipt: the caller sees to that.
create type receipt_claim as (
  stake integer, player_id text, key text, call text, input_hash text, response jsonb, at bigint
);
