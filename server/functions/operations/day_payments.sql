-- Trigger: adds a crypto payment to its day when it is credited.
create or replace function day_payments() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform day_add(new.credited_at, 'deposit:' || new.coin, 1, new.credited_cents, 0, 0);
  return null;
end $$;
revoke all on function day_payments() from public;
