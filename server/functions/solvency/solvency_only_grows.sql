-- Trigger: a published statement never changes; only its tree may be deleted, and with it the seed, once. FPS01: a bug.
create or replace function solvency_only_grows() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.at is null
    or (new.number, new.at, new.body, new.leaf_id, new.depth) = (old.number, old.at, old.body, old.leaf_id, old.depth)
      and new.token is null and not new.kept and new.seed is null) then
    return new;
  end if;
  raise exception '% is only added to', tg_table_name using errcode = 'FPS01';
end $$;
