-- The only way for a secret to leave the database: to the settler, for rounds whose named beacon output is stored.
--
-- Returns the secrets of locked rounds that may be revealed. Runs with the owner's rights, because no other role reads the table; server/grants.sql
-- says who may call it. A round is settled with exactly the output that it names; a round without it is left out. Rounds are looked up by key only
-- (offset 0): otherwise the planner might read the lock of every locked round.
create or replace function round_reveal(p_ids text[], p_chain text) returns table (id text, secret text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.round_id, s.secret
  from (select * from public.rounds where id = any (p_ids) offset 0) r join public.round_secrets s on s.round_id = r.id
  where r.phase = 'locked' and r.lock_text::jsonb #>> '{drand,chain}' = p_chain
    and exists (select from public.beacon_outputs b where b.chain = p_chain and b.round = r.drand_round)
$$;
revoke all on function round_reveal(text[], text) from public;
