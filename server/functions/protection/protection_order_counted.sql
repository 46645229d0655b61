-- Trigger: an ordered deposit was counted before (protection/front.ts). FPP04: a bug.
create or replace function protection_order_counted() returns trigger language plpgsql as $$
begin
  if not exists (select from protection_deposits where source = new.id) then
    raise exception 'the deposit % is not counted', new.id using errcode = 'FPP04';
  end if;
  return null;
end $$;
