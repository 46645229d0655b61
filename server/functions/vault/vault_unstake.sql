-- Takes staked items out of their rounds: RETURN to their staker, WIN to another player, FEE to the house. Each row of p_moves: {item, round, code,
-- to} (to: player id; '' for the house). All or nothing; FPV03 when one is not in its round.
create or replace function vault_unstake(p_moves jsonb, p_at bigint) returns void language plpgsql as $$
declare
  moved integer;
begin
  perform 1 from item_positions
  where item_id in (select m.item from jsonb_to_recordset(p_moves) as m (item text))
  order by item_id for no key update;
  with moves as (
    update item_positions p
    set holder_kind = case m.code when 'FEE' then 'house' else 'player' end,
      holder_id = case m.code when 'FEE' then 'house' else m."to" end,
      state = case m.code when 'FEE' then 'forfeited' else 'available' end,
      version = p.version + 1
    from jsonb_to_recordset(p_moves) as m (item text, round text, code text, "to" text)
    where p.item_id = m.item and p.holder_kind = 'round' and p.holder_id = m.round and p.state = 'staked'
      and m.code in ('RETURN', 'WIN', 'FEE')
    returning p.item_id, p.version, m.code, m.round, p.holder_kind, p.holder_id
  )
  insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
  select item_id, version, code, 'round', round, holder_kind, holder_id, round, p_at from moves;
  get diagnostics moved = row_count;
  if moved <> jsonb_array_length(p_moves) then
    raise exception 'an item is not in the round that it is to leave' using errcode = 'FPV03';
  end if;
  update items set kind = 'WIN'
  where id in (select m.item from jsonb_to_recordset(p_moves) as m (item text, code text) where m.code = 'WIN')
    and kind <> 'WIN';
end $$;
