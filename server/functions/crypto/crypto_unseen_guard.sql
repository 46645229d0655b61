-- Trigger: a credit requested by one staff member is approved by another, once. It can be withdrawn before that and requested again. FPC03: a bug or
-- an attempted attack.
create or replace function crypto_unseen_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.allowed_by is null then
    return old;
  end if;
  if tg_op = 'DELETE' or old.allowed_by is not null
    or (new.incident_id, new.txid, new.coin, new.units, new.asked_by, new.asked_why, new.asked_at)
      is distinct from (old.incident_id, old.txid, old.coin, old.units, old.asked_by, old.asked_why, old.asked_at) then
    raise exception 'the credit of incident % would become another one', old.incident_id using errcode = 'FPC03';
  end if;
  return new;
end $$;
