-- Trigger: a withdrawal keeps what was requested. Its coins may change while it waits for the signer, between the two bounds shown to the player, and
-- only with a newer quote. It begins as waiting, to a usable address of the player's book. It becomes signed, sent or paid only with a transaction
-- that the signer stored. It leaves a review only with the approval of two staff members, and is refunded only when no transaction of it is live.
-- FPC04: a bug or an attempted attack.
create or replace function crypto_withdrawals_guard() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  v_alive crypto_payouts;
begin
  if tg_op = 'DELETE' then
    raise exception 'withdrawals stay' using errcode = 'FPC04';
  end if;
  if tg_op = 'INSERT' then
    if new.state not in ('REVIEW', 'APPROVED') or new.state = 'APPROVED' and new.review then
      raise exception 'withdrawal % begins as %', new.id, new.state using errcode = 'FPC04';
    end if;
    if not exists (select from crypto_addresses a where a.player_id = new.player_id and a.network = new.network
        and a.address = new.address and a.removed_at is null and a.usable_at <= new.created_at) then
      raise exception 'withdrawal % goes to no address of its player', new.id using errcode = 'FPC04';
    end if;
    return new;
  end if;
  if (new.id, new.player_id, new.coin, new.network, new.address, new.cents, new.fee_cents, new.least_units,
      new.most_units, new.spread_bps, new.created_at, new.hold_transfer)
      is distinct from (old.id, old.player_id, old.coin, old.network, old.address, old.cents, old.fee_cents,
      old.least_units, old.most_units, old.spread_bps, old.created_at, old.hold_transfer)
    or (new.units, new.rate_micro, new.quoted_at) is distinct from (old.units, old.rate_micro, old.quoted_at)
      and ((old.state, new.state) <> ('APPROVED', 'APPROVED') or new.quoted_at <= old.quoted_at)
    or old.review and not new.review
    or old.end_transfer is not null and (new.end_transfer, new.state) is distinct from (old.end_transfer, old.state) then
    raise exception 'withdrawal % would become another one', old.id using errcode = 'FPC04';
  end if;
  if new.state <> old.state then
    if not (old.state, new.state) in (('REVIEW', 'APPROVED'), ('REVIEW', 'REFUNDED'), ('APPROVED', 'REVIEW'), ('APPROVED', 'SIGNED'),
        ('APPROVED', 'FAILED'), ('SIGNED', 'BROADCAST'), ('SIGNED', 'CONFIRMED'), ('SIGNED', 'APPROVED'), ('SIGNED', 'FAILED'),
        ('BROADCAST', 'CONFIRMED'), ('BROADCAST', 'APPROVED'), ('BROADCAST', 'FAILED'), ('FAILED', 'REFUNDED')) then
      raise exception 'withdrawal % is % and not %', old.id, old.state, new.state using errcode = 'FPC04';
    end if;
    if (old.state, new.state) = ('REVIEW', 'APPROVED')
      and (select count(*) from crypto_reviews where withdrawal_id = old.id and act = 'APPROVED') < 2 then
      raise exception 'withdrawal % was not approved by two', old.id using errcode = 'FPC04';
    end if;
    select * into v_alive from crypto_payouts where withdrawal_id = old.id and state <> 'DEAD';
    if new.state in ('SIGNED', 'BROADCAST', 'CONFIRMED') and (v_alive.txid is distinct from new.txid or v_alive.state <> new.state)
      or new.state in ('SIGNED', 'BROADCAST', 'CONFIRMED') and v_alive.txid is null
      or new.state in ('REVIEW', 'APPROVED', 'FAILED', 'REFUNDED') and v_alive.txid is not null then
      raise exception 'withdrawal % is not %: its transaction is %', old.id, new.state, coalesce(v_alive.state, 'none')
        using errcode = 'FPC04';
    end if;
  end if;
  return new;
end $$;
revoke all on function crypto_withdrawals_guard() from public;
