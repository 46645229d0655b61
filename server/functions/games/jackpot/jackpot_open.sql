-- Opens the next round. Unique violation: another node has.
create or replace function jackpot_open(
  p_round text, p_hash text, p_fee_bps integer, p_secret text, p_leaf text, p_at bigint
) returns void language plpgsql as $$
begin
  perform round_open(p_round, 'jackpot', p_hash, p_fee_bps, p_secret, p_leaf, p_at);
  insert into jackpot_rounds (round_id) values (p_round);
  perform emit_fact('jackpot', null, p_round, 1, 'jackpot.opened', null, p_at);
end $$;
