-- Trigger: an address of the address book never changes and is not usable before its time. It can only be removed, once. FPC04: a bug or an attempted
-- attack.
create or replace function crypto_addresses_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.removed_at is not null
    or (new.id, new.player_id, new.network, new.address, new.label, new.added_at, new.usable_at)
      is distinct from (old.id, old.player_id, old.network, old.address, old.label, old.added_at, old.usable_at) then
    raise exception 'address % would become another one', old.id using errcode = 'FPC04';
  end if;
  return new;
end $$;
