-- Trigger: counts assets that back items: from the booking of a deposit until the asset leaves our account, at its value on arrival.
create or replace function trade_held_assets() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_change bigint := case when new.held then coalesce(new.brought_cents, 0) else 0 end;
begin
  if tg_op = 'UPDATE' and old.held then
    v_change := v_change - coalesce(old.brought_cents, 0);
  end if;
  if v_change <> 0 then
    update trade_holdings set brought_cents = brought_cents + v_change;
  end if;
  return null;
end $$;
revoke all on function trade_held_assets() from public;
