-- An address of the book is never another one, nor usable before its time: it can only be removed, once. FPC04: our bug, or somebody's try.
create or replace function crypto_addresses_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.removed_at is not null
    or (new.id, new.player_id, new.network, new.address, new.label, new.added_at, new.usable_at)
      is distinct from (old.id, old.player_id, old.network, old.address, old.label, old.added_at, old.usable_at) then
    raise exception 'address % would become another one', old.id using errcode = 'FPC04';
  end if;
  return new;
end $$;
