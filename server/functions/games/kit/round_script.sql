-- What staff says of a round takes its turn among those who enter it; then no game needs a function of its own for it.
create or replace function round_script(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb, p_round text, p_version integer,
  p_game text, p_winner text, p_lead_cents bigint, p_leaf text, p_at bigint
) returns jsonb language plpgsql as $$
declare
  earlier jsonb;
begin
  perform round_turn(p_round);
  earlier := claim_receipt(p_actor, p_key, p_call, p_input_hash, p_response, p_at);
  if earlier is not null then
    return earlier;
  end if;
  update rounds set scripted = true, version = version + 1
  where id = p_round and version = p_version and game = p_game and locked_at is null and ended_at is null;
  if not found then
    raise exception 'round % is no longer open at version %', p_round, p_version using errcode = 'FPR01';
  end if;
  insert into scripted_rounds (round_id, winner_id, lead_cents, set_by, set_at)
  values (p_round, p_winner, p_lead_cents, p_actor, p_at)
  on conflict (round_id) do update set winner_id = excluded.winner_id, lead_cents = excluded.lead_cents,
    set_by = excluded.set_by, set_at = excluded.set_at;
  insert into log_leaves (kind, round_id, body, at) values ('scripted', p_round, p_leaf, p_at);
  insert into script_tries (at, staff_id, game, round_id, winner_id) values (p_at, p_actor, p_game, p_round, p_winner);
  perform emit_fact(p_game, null, p_round, p_version + 1, p_game || '.scripted', null, p_at);
  return null;
end $$;
