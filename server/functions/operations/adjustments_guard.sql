-- Trigger: an adjustment is decided once; nothing else of it changes, and none is deleted.
create or replace function adjustments_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'adjustments stay' using errcode = 'FPL03';
  end if;
  if old.state <> 'ASKED' or (new.id, new.player_id, new.cents, new.why, new.asked_by, new.asked_at)
    is distinct from (old.id, old.player_id, old.cents, old.why, old.asked_by, old.asked_at) then
    raise exception 'adjustment % cannot change', old.id using errcode = 'FPL03';
  end if;
  return new;
end $$;
