-- Waits behind whoever else enters or ends this round, until the transaction ends. Taken before the transaction has an id:
-- so ids, and with them the facts that the relay reads by id, come in the order of versions.
create or replace function round_turn(p_round text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_round, 0))
$$;
