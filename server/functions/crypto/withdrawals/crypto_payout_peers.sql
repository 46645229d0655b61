-- Other players who have or had a payout address of this player, at most p_most.
create or replace function crypto_payout_peers(p_player text, p_most integer) returns setof text language sql stable as $$
  select distinct y.player_id from crypto_addresses x
    cross join lateral (
      select player_id from crypto_addresses
      where network = x.network and address = x.address and player_id <> x.player_id
      order by player_id limit p_most
    ) y
  where x.player_id = p_player limit p_most
$$;
