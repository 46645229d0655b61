-- Writes one fact inside a statement or function of a feature. Returns its id. In plpgsql, which caches its plans: PostgreSQL before 18 replans an
-- SQL function on every call.
create or replace function emit_fact(
  p_topic text, p_player text, p_subject text, p_version integer, p_type text, p_body jsonb, p_at bigint
) returns bigint language plpgsql as $$
declare
  made bigint;
begin
  insert into facts (topic, player_id, subject, version, type, body, at)
  values (p_topic, p_player, p_subject, p_version, p_type, p_body, p_at)
  returning id into made;
  return made;
end $$;
