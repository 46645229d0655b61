-- The seals of open rounds for the drand round that their locks will name: the window's public key, and the box with the secret's random part.
-- Neither the secret nor the window key leaves the database. A round without a window is left out. Runs with the owner's rights: no other role reads
-- these tables.
create or replace function round_seals(p_ids text[], p_chain text, p_round bigint)
returns table (id text, seal_key text, box text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, o.seal_key, public.xor32(o.secret, o.pad)
  from (
    select s.round_id as id, w.seal_key, decode(right(s.secret, 64), 'hex') as secret,
      sha256(convert_to('fp/2/seal|' || s.round_id || '|', 'UTF8') || w.window_key) as pad
    from public.round_secrets s join public.rounds r on r.id = s.round_id
      join public.window_keys w on w.chain = p_chain and w.round = p_round
    where s.round_id = any (p_ids) and r.phase = 'open' and not r.scripted
    offset 0
  ) o
$$;
revoke all on function round_seals(text[], text, bigint) from public;
