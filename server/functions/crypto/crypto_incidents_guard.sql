-- Trigger: an incident keeps its original content and is closed once. FPC03: a bug.
create or replace function crypto_incidents_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'incidents stay' using errcode = 'FPC03';
  end if;
  if old.closed_at is not null or (new.id, new.kind, new.network, new.txid, new.idx, new.wallet_id, new.detail, new.at)
    is distinct from (old.id, old.kind, old.network, old.txid, old.idx, old.wallet_id, old.detail, old.at) then
    raise exception 'incident % would become another one', old.id using errcode = 'FPC03';
  end if;
  return new;
end $$;
