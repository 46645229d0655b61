-- Trigger: a credited payment was counted before (protection/front.ts). FPP04: a bug.
create or replace function protection_payment_counted() returns trigger language plpgsql as $$
begin
  if not exists (
    select from protection_deposits where source = new.network || ':' || new.txid || ':' || new.idx
  ) then
    raise exception 'the payment % is not counted', new.txid using errcode = 'FPP04';
  end if;
  return null;
end $$;
