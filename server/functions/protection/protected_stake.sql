-- A stake of a batch, by its number there, with the fields that limits need: the argument of protection_stakes.
create type protected_stake as (stake integer, player_id text, cents bigint);
