-- An item of the house that is sold: the argument of vault_sell. No two of one call name the same item: the caller sees to that.
create type sold_item as (order_id text, item_id text, player_id text, cents bigint, at bigint);
