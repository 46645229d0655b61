-- Trigger: counts what open deposits would bring: from the order until it is booked, or ends without a trade.
create or replace function trade_held_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ended constant text[] := array['DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED'];
  v_change bigint := case when new.booked_at is null and new.state <> all (v_ended) then new.cents else 0 end;
begin
  if tg_op = 'UPDATE' and old.booked_at is null and old.state <> all (v_ended) then
    v_change := v_change - old.cents;
  end if;
  if v_change <> 0 then
    update trade_holdings set ordered_cents = ordered_cents + v_change;
  end if;
  return null;
end $$;
revoke all on function trade_held_orders() from public;
