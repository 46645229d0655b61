-- Opens rounds, each with its leaf and its fact.
-- names games: whether the game has one round at a time
-- names facts: those of a whole batch are written in one statement, where emit_fact would be called for each
create or replace function rounds_open(p_game text, p_rounds round_opening[]) returns void language plpgsql as $$
declare
  v_numbers bigint[] := round_take_numbers(p_game, cardinality(p_rounds));
begin
  insert into round_secrets (round_id, secret) select r.id, r.secret from unnest(p_rounds) r;
  insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at, one_at_a_time)
  select r.id, p_game, r.number, 'open', 1, r.hash, r.fee_bps, r.at,
    (select g.one_at_a_time from games g where g.name = p_game)
  from rows from (unnest(p_rounds), unnest(v_numbers)) as r (stake, id, hash, fee_bps, secret, leaf, at, number);
  insert into log_leaves (kind, round_id, body, at)
  select 'open', r.id, replace(r.leaf, '"number":0', '"number":' || r.number), r.at
  from rows from (unnest(p_rounds), unnest(v_numbers)) as r (stake, id, hash, fee_bps, secret, leaf, at, number);
  insert into facts (topic, subject, version, type, at)
  select p_game, r.id, 1, p_game || '.opened', r.at from unnest(p_rounds) r;
end $$;
