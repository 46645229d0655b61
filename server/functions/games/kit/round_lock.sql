-- Locks one round, as rounds_lock does. FPR01: it is no longer open at the version that was decided on, or the decision
-- is too old (round_lock_in_time).
create or replace function round_lock(
  p_id text, p_version integer, p_lock text, p_drand_round bigint, p_due_at bigint, p_loaded_at bigint, p_at bigint
) returns void language sql as $$
  select rounds_lock(array[row(0, p_id, p_version, p_lock, p_drand_round, p_due_at, p_at, p_loaded_at)::round_locking])
$$;
