-- Coinflip: the two hot commands, each a whole transaction in one statement. They decide nothing: rules.ts did, on what
-- was loaded, and every function called here refuses (FPR01, FPV01) when that is no longer so.

-- Opens a game with the creator's stake. Returns null, or the stored answer when the receipt was claimed before.
create function coinflip_create(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb,
  p_round text, p_hash text, p_secret text, p_fee_bps integer, p_leaf text,
  p_player text, p_pseudonym text, p_side integer, p_items text[], p_types text[], p_cents bigint[], p_at bigint
) returns jsonb language plpgsql as $$
declare
  earlier jsonb := claim_receipt(p_actor, p_key, p_call, p_input_hash, p_response, p_at);
begin
  if earlier is not null then
    return earlier;
  end if;
  perform vault_stake(p_player, p_round, p_items, p_types, p_cents, p_at);
  perform round_enter(p_round, 1, p_player, p_pseudonym, p_side, p_items, p_types, p_cents, p_at);
  perform emit_fact('coinflip', null, p_round, 1, 'coinflip.opened', null, p_at);
  perform round_open(p_round, 'coinflip', p_hash, p_fee_bps, p_secret, p_leaf, p_at);
  return null;
end $$;

-- The second stake: it locks the game with the record that names the beacon. Returns as coinflip_create does.
create function coinflip_join(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb,
  p_round text, p_version integer, p_lock text, p_drand_round bigint, p_due_at bigint,
  p_player text, p_pseudonym text, p_side integer, p_items text[], p_types text[], p_cents bigint[], p_at bigint
) returns jsonb language plpgsql as $$
declare
  earlier jsonb := claim_receipt(p_actor, p_key, p_call, p_input_hash, p_response, p_at);
begin
  if earlier is not null then
    return earlier;
  end if;
  perform round_lock(p_round, p_version, p_lock, p_drand_round, p_due_at, p_at);
  perform vault_stake(p_player, p_round, p_items, p_types, p_cents, p_at);
  perform round_enter(p_round, 2, p_player, p_pseudonym, p_side, p_items, p_types, p_cents, p_at);
  perform emit_fact('coinflip', null, p_round, p_version + 1, 'coinflip.locked', null, p_at);
  return null;
end $$;
