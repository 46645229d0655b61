-- A stake of a batch, by its number there, as far as limits are concerned: the argument of protection_stakes.
create type protected_stake as (stake integer, player_id text, cents bigint);
