-- Trigger: an item is in at most one open stake; a second one violates the key. It has the owner's rights: no role writes the table otherwise.
create or replace function stake_items_entered() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.items_at_stake (item_id, round_id) select item_id, round_id from entered where fate = 'open' order by item_id;
  return null;
end $$;
revoke all on function stake_items_entered() from public;
