-- Trigger: a code never changes except for its use count, its one approval and its one end, and is never deleted. FPP04: a bug.
create or replace function promo_codes_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - array['used', 'approved_by', 'ended_by', 'ended_why'])
      is distinct from (to_jsonb(old) - array['used', 'approved_by', 'ended_by', 'ended_why'])
    or new.used not in (old.used, old.used + 1)
    or old.approved_by is not null and new.approved_by is distinct from old.approved_by
    or old.ended_by is not null and (new.ended_by, new.ended_why) is distinct from (old.ended_by, old.ended_why) then
    raise exception 'promo code % would become another one', old.id using errcode = 'FPP04';
  end if;
  return new;
end $$;
