-- Trigger: the version of an item's position counts its moves, one by one. FPV03: a bug.
create or replace function vault_counts_moves() returns trigger language plpgsql as $$
begin
  raise exception 'the position of % goes from version % to %', old.item_id, old.version, new.version using errcode = 'FPV03';
end $$;
