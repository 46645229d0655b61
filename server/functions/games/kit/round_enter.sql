-- A stake of items. The items themselves are moved by vault_stake.
-- In plpgsql, which keeps its plans: PostgreSQL before 18 plans a function in SQL anew for every call.
create or replace function round_enter(
  p_round text, p_no integer, p_player text, p_pseudonym text, p_pick integer,
  p_items text[], p_types text[], p_cents bigint[], p_at bigint
) returns void language plpgsql as $$
begin
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  select p_round, p_no, p_player, p_pseudonym, p_pick, sum(c), p_at from unnest(p_cents) c;
  insert into stake_items (round_id, entry_no, item_id, item_type, cents)
  select p_round, p_no, i.id, i.type, i.cents from unnest(p_items, p_types, p_cents) as i (id, type, cents);
end $$;
