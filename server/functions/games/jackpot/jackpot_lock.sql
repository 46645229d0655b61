-- Locks the round at the version that its lock record was made of. FPR01: it is another by now, or the decision is too old.
create or replace function jackpot_lock(
  p_round text, p_version integer, p_lock text, p_drand_round bigint, p_due_at bigint, p_loaded_at bigint, p_at bigint
) returns void language plpgsql as $$
begin
  perform round_lock(p_round, p_version, p_lock, p_drand_round, p_due_at, p_loaded_at, p_at);
  perform emit_fact('jackpot', null, p_round, p_version + 1, 'jackpot.locked', null, p_at);
end $$;
