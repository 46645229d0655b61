-- Opens a round and returns its number.
-- The leaf comes with '"number":0' where the number belongs, as only this function knows it.
create or replace function round_open(
  p_id text, p_game text, p_hash text, p_fee_bps integer, p_secret text, p_leaf text, p_at bigint
) returns bigint language plpgsql as $$
declare
  n bigint := round_next_number(p_game);
begin
  insert into round_secrets (round_id, secret) values (p_id, p_secret);
  insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at)
  values (p_id, p_game, n, 'open', 1, p_hash, p_fee_bps, p_at);
  insert into log_leaves (kind, round_id, body, at)
  values ('open', p_id, replace(p_leaf, '"number":0', '"number":' || n), p_at);
  return n;
end $$;
