-- A transaction that was signed stays what it is; one that is in the chain for good, or can never be, stays that. FPC04: our bug.
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
