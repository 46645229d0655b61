-- An item in a batch of stakes: the argument of vault_hold, vault_stake_held and rounds_enter. `stake` is the number,
-- from 0, of the stake that it belongs to. No two stakes of one batch name the same item: the caller sees to that.
create type staked_item as (
  stake integer, item_id text, item_type text, cents bigint, player_id text, round_id text, entry_no integer, at bigint
);
