-- One player's entry, a whole transaction in one statement. `earlier`: the stored answer when the receipt was claimed
-- before; `made`: the answer otherwise.
create or replace function jackpot_join(
  p_actor text, p_key text, p_call text, p_input_hash bytea,
  p_round text, p_player text, p_pseudonym text, p_items text[], p_types text[], p_cents bigint[], p_rules jsonb,
  p_at bigint, out earlier jsonb, out made jsonb
) language plpgsql as $$
begin
  perform jackpot_hold(p_round);
  made := jsonb_build_object('gameId', p_round,
    'entryNo', (select entries + 1 from jackpot_rounds where round_id = p_round));
  earlier := claim_receipt(p_actor, p_key, p_call, p_input_hash, made, p_at);
  if earlier is null then
    perform jackpot_enter(p_round, p_player, p_pseudonym, p_items, p_types, p_cents, p_rules, p_at);
  end if;
end $$;
