-- Trigger: items whose stake is over are no longer at stake. It has the owner's rights: no role writes the table otherwise.
create or replace function stake_items_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.items_at_stake where item_id = any (array(select item_id from before where fate = 'open'));
  insert into public.items_at_stake (item_id, round_id) select item_id, round_id from after where fate = 'open' order by item_id;
  return null;
end $$;
revoke all on function stake_items_changed() from public;
