-- Removes what was counted in an hour: a stake that was returned in full, a deposit that did not arrive. An hour that was already deleted is ignored.
create or replace function protection_uncount(p_player text, p_kind text, p_hour bigint, p_cents bigint) returns void
language sql as $$
  update protection_hours set cents = cents - p_cents where player_id = p_player and kind = p_kind and hour = p_hour
$$;
