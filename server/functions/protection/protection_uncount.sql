-- Takes back what was counted in an hour: a stake that was given back in full, a deposit that did not come. An hour that was swept
-- away counts for nobody any more.
create or replace function protection_uncount(p_player text, p_kind text, p_hour bigint, p_cents bigint) returns void
language sql as $$
  update protection_hours set cents = cents - p_cents where player_id = p_player and kind = p_kind and hour = p_hour
$$;
