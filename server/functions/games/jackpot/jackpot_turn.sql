-- Waits for the turn to change an open round; ends with the transaction. It must be the first thing that a transaction
-- does: waiting for an advisory lock gives the transaction no id yet (waiting for a row does), so ids are given in the
-- order of the turns, and the relay, which reads by them, tells the facts of a round in the order of their versions.
create or replace function jackpot_turn(p_round text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_round, 0))
$$;
