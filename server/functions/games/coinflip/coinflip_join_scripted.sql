-- The second stake of a scripted coinflip; of staff or a house persona, which the caller has checked.
create or replace function coinflip_join_scripted(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb,
  p_round text, p_version integer, p_due_at bigint,
  p_player text, p_pseudonym text, p_side integer, p_items text[], p_types text[], p_cents bigint[], p_at bigint
) returns jsonb language plpgsql as $$
declare
  earlier jsonb := claim_receipt(p_actor, p_key, p_call, p_input_hash, p_response, p_at);
begin
  if earlier is not null then
    return earlier;
  end if;
  perform round_lock_scripted(p_round, p_version, p_due_at, p_at);
  perform vault_stake(p_player, p_round, p_items, p_types, p_cents, p_at);
  perform round_enter(p_round, 2, p_player, p_pseudonym, p_side, p_items, p_types, p_cents, p_at);
  perform emit_fact('coinflip', null, p_round, p_version + 1, 'coinflip.locked', null, p_at);
  return null;
end $$;
