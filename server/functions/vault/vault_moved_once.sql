-- Trigger: a move (transition table `added`) is recorded by the transaction that gave its version to the item's position. Versions count, so no other
-- transaction can record it again, in whichever month; the key of the partition holds it within the transaction. FPV03: a bug.
create or replace function vault_moved_once() returns trigger language plpgsql as $$
declare
  v_own constant bigint := pg_current_xact_id()::text::bigint;
  v_wrong record;
begin
  select a.item_id, a.version into v_wrong
  from added a
    -- By key, whatever the planner estimates for the number of added rows.
    left join lateral (
      select version, (xmin::text::bigint - v_own) & 4294967295 as later from item_positions where item_id = a.item_id offset 0
    ) p on true
  -- Rows that are visible and whose writer has not ended are of this transaction, or of a savepoint in it, which has a later number.
  where p.version is distinct from a.version
    or case when p.later < 2147483648 then pg_xact_status((v_own + p.later)::text::xid8) end is distinct from 'in progress'
  limit 1;
  if found then
    raise exception 'move % of % is not the one that its position makes now', v_wrong.version, v_wrong.item_id using errcode = 'FPV03';
  end if;
  return null;
end $$;
