-- Trigger: a signed transaction never changes. Once final in the chain, or dead, it stays so. FPC04: a bug.
create or replace function crypto_payouts_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'transactions stay' using errcode = 'FPC04';
  end if;
  if (new.withdrawal_id, new.attempt, new.network, new.coin, new.address, new.units, new.txid, new.raw, new.expires_at, new.nonce,
      new.inputs, new.signed_at)
      is distinct from (old.withdrawal_id, old.attempt, old.network, old.coin, old.address, old.units, old.txid, old.raw,
      old.expires_at, old.nonce, old.inputs, old.signed_at)
    or old.state in ('CONFIRMED', 'DEAD') and new.state <> old.state
    or old.state = 'BROADCAST' and new.state = 'SIGNED' then
    raise exception 'transaction % would become another one', old.txid using errcode = 'FPC04';
  end if;
  return new;
end $$;
