-- Writes entries and their items, which vault_stake_held moves. One statement each for the whole batch.
create or replace function rounds_enter(p_entries round_entry[], p_items staked_item[]) returns void language plpgsql as $$
begin
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  select e.round_id, e.no, e.player_id, e.pseudonym, e.pick, e.cents, e.at from unnest(p_entries) e;
  insert into stake_items (round_id, entry_no, item_id, item_type, cents)
  select i.round_id, i.entry_no, i.item_id, i.item_type, i.cents from unnest(p_items) i;
end $$;
