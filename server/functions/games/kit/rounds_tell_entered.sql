-- Tells of entries: each raises the version of its round by one.
-- names facts: those of a whole batch are written in one statement, where emit_fact would be called for each
create or replace function rounds_tell_entered(p_game text, p_entries round_entry[]) returns void language plpgsql as $$
begin
  with raised as (
    update rounds r set version = r.version + e.count
    from (select e.round_id, count(*)::integer as count from unnest(p_entries) e group by e.round_id) e
    where r.id = e.round_id
    returning r.id, r.version - e.count as version
  )
  insert into facts (topic, subject, version, type, at)
  select p_game, r.id, r.version + row_number() over (partition by r.id order by e.no), p_game || '.entered', e.at
  from unnest(p_entries) e join raised r on r.id = e.round_id order by r.id, e.no;
end $$;
