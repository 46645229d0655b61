-- Locks a scripted jackpot at the version at which its countdown was found over. FPR01: it is another by now.
create or replace function jackpot_lock_scripted(p_round text, p_version integer, p_due_at bigint, p_at bigint)
returns void language plpgsql as $$
begin
  perform round_lock_scripted(p_round, p_version, p_due_at, p_at);
  perform emit_fact('jackpot', null, p_round, p_version + 1, 'jackpot.locked', null, p_at);
end $$;
