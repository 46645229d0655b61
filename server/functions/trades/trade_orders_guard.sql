-- Trigger: an order changes state as contract/src/trades/states.ts says (states.test.ts tries every pair), and keeps what was ordered. FPT03: a bug.
-- Derived fields are written here: its slot among the open offers, and whether there is something to book.
-- names players: of a closed account alone
create or replace function trade_orders_guard() returns trigger language plpgsql as $$
declare
  v_next text[] := case
    when old.state = 'CREATED' then array['SENDING', 'REFUSED', 'EXPIRED']
    when old.state = 'SENDING' then array['CREATED', 'SENT', 'NEEDS_CONFIRMATION', 'REFUSED', 'UNKNOWN', 'ACCEPTED', 'HELD', 'DECLINED', 'CANCELED', 'EXPIRED']
    when old.state = 'UNKNOWN' then array['SENT', 'NEEDS_CONFIRMATION', 'REFUSED', 'ACCEPTED', 'HELD', 'DECLINED', 'CANCELED', 'EXPIRED']
    when old.state = 'NEEDS_CONFIRMATION' then array['SENT', 'REFUSED', 'ACCEPTED', 'HELD', 'DECLINED', 'CANCELED', 'EXPIRED']
    when old.state = 'SENT' then array['NEEDS_CONFIRMATION', 'REFUSED', 'ACCEPTED', 'HELD', 'DECLINED', 'CANCELED', 'EXPIRED']
    -- A deposit offer that was given up may still be accepted.
    when old.state in ('EXPIRED', 'REFUSED') and old.kind = 'DEPOSIT' then array['ACCEPTED', 'HELD']
    when old.state = 'ACCEPTED' then array['SETTLED', 'HELD', 'REFUSED', 'REVERSED']
    when old.state = 'HELD' then array['ACCEPTED', 'REFUSED', 'REVERSED']
    else '{}'::text[] end;
begin
  -- The partner of an order of a closed account is erased, once.
  if (new.partner, new.token) = ('', '') and (old.partner, old.token) <> ('', '')
    and exists (select from players where id = old.player_id and closed_at is not null) then
    if to_jsonb(new) - array['partner', 'token'] <> to_jsonb(old) - array['partner', 'token'] then
      raise exception 'order % would become another one', old.id using errcode = 'FPT03';
    end if;
    return new;
  end if;
  if (new.id, new.kind, new.player_id, new.partner, new.token, new.app_id, new.code, new.to_balance, new.cents, new.created_at,
      new.expires_at) is distinct from (old.id, old.kind, old.player_id, old.partner, old.token, old.app_id, old.code,
      old.to_balance, old.cents, old.created_at, old.expires_at)
    or new.bot is distinct from old.bot and old.bot is not null
    or new.offer_id is distinct from old.offer_id and old.offer_id is not null
    or new.trade_id is distinct from old.trade_id and old.trade_id is not null
    or new.booked_at is distinct from old.booked_at and old.booked_at is not null
    or new.released_at is distinct from old.released_at and old.released_at is not null
    or new.returned_at is distinct from old.returned_at and old.returned_at is not null then
    raise exception 'order % would become another one', old.id using errcode = 'FPT03';
  end if;
  if new.state <> old.state and new.state <> all (v_next) then
    raise exception 'order % goes from % to %', old.id, old.state, new.state using errcode = 'FPT03';
  end if;
  -- A credited deposit cannot be refused afterwards, only reversed.
  if new.state = 'REFUSED' and old.booked_at is not null then
    raise exception 'order % was booked and is refused', old.id using errcode = 'FPT03';
  end if;
  if new.state not in ('CREATED', 'SENDING', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN') then
    new.slot := null;
  end if;
  new.late := old.late or old.state in ('EXPIRED', 'REFUSED') and new.state <> old.state;
  return new;
end $$;
