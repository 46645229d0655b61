-- A change that leaves a round in its phase: version + 1, and the fact of it. FPR01: it is another by now.
create or replace function round_step(p_id text, p_version integer, p_phase text, p_type text, p_at bigint)
returns void language plpgsql as $$
declare
  v_game text;
begin
  update rounds set version = version + 1 where id = p_id and version = p_version and phase = p_phase
  returning game into v_game;
  if not found then
    raise exception 'round % is no longer % at version %', p_id, p_phase, p_version using errcode = 'FPR01';
  end if;
  perform emit_fact(v_game, null, p_id, p_version + 1, v_game || '.' || p_type, null, p_at);
end $$;
