-- Trigger: adds a trade with Steam to its day when it is booked, and a reversed deposit when it is taken back.
create or replace function day_trades() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if new.booked_at is not null and old.booked_at is null then
    perform day_add(new.booked_at, case new.kind when 'DEPOSIT' then 'deposit:STEAM' else 'withdraw:STEAM' end, 1, new.cents, 0, 0);
  end if;
  if new.kind = 'DEPOSIT' and new.booked_at is not null and new.returned_at is not null and old.returned_at is null then
    perform day_add(new.returned_at, 'deposit:STEAM', 0, 0, new.cents, 0);
  end if;
  return null;
end $$;
revoke all on function day_trades() from public;
