-- Holds rounds that are to be entered until the transaction ends; their turns have been taken. Returns the stakes whose round
-- is no longer open, or not of the kind (scripted or not) that was decided on.
create or replace function rounds_hold_open(p_enters round_entering[]) returns integer[] language plpgsql as $$
declare
  v_plain text[];
  v_scripted text[];
begin
  if cardinality(p_enters) = 0 then
    return '{}';
  end if;
  select coalesce(array_agg(h.id) filter (where not h.scripted), '{}'), coalesce(array_agg(h.id) filter (where h.scripted), '{}')
  into v_plain, v_scripted from (
    select r.id, r.scripted from rounds r where r.id = any (array(select distinct w.round_id from unnest(p_enters) w))
      and r.locked_at is null and r.ended_at is null order by r.id for no key update of r
  ) h;
  return array(select w.stake from unnest(p_enters) w
    where w.round_id <> all (case when w.scripted then v_scripted else v_plain end));
end $$;
