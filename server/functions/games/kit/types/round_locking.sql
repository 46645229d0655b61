-- A round that a batch of stakes locks: the argument of rounds_hold and rounds_lock. `stake` is the number, from 0, of
-- the stake that it belongs to; `version` is the one that was decided on, `loaded_at` when the database told what was
-- decided on (database_ms).
create type round_locking as (
  stake integer, id text, version integer, lock_text text, drand_round bigint, due_at bigint, at bigint,
  loaded_at bigint
);
