-- An order of the market: the argument of market_buy, in the order of their arrival. `n` is its number in the batch; `key` null:
-- no receipt; `hash` in hex; `items` each once; `seen` the total that the player was shown, null when they did not say.
create type market_order as (
  n integer, order_id text, player_id text, key text, call text, hash text, items text[], seen bigint, at bigint
);
