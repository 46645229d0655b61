-- As round_script, in the round's turn, so that the relay tells facts in the order of their versions.
create or replace function jackpot_script(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb,
  p_round text, p_version integer, p_winner text, p_leaf text, p_at bigint
) returns jsonb language plpgsql as $$
begin
  perform jackpot_turn(p_round);
  return round_script(p_actor, p_key, p_call, p_input_hash, p_response, p_round, p_version, 'jackpot', p_winner, null,
    p_leaf, p_at);
end $$;
