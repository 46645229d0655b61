-- Trigger: a payment keeps what was first seen of it: owner, coin, amount, time. A credited payment stays credited. FPC03: a bug.
create or replace function crypto_payments_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments stay' using errcode = 'FPC03';
  end if;
  if (new.network, new.txid, new.idx, new.wallet_id, new.coin, new.units, new.seen_at)
      is distinct from (old.network, old.txid, old.idx, old.wallet_id, old.coin, old.units, old.seen_at)
    or old.credited_cents is not null
      and (new.credited_cents, new.rate_micro, new.locked_units, new.locked_micro, new.credited_at, new.transfer_id, new.state)
        is distinct from (old.credited_cents, old.rate_micro, old.locked_units, old.locked_micro, old.credited_at,
          old.transfer_id, old.state) then
    raise exception 'payment % % would become another one', old.txid, old.idx using errcode = 'FPC03';
  end if;
  return new;
end $$;
