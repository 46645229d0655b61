-- An entry that a batch of stakes makes: the argument of rounds_enter. `stake` is the number, from 0, of the stake that
-- it belongs to.
create type round_entry as (
  stake integer, round_id text, no integer, player_id text, pseudonym text, pick integer, cents bigint, at bigint
);
