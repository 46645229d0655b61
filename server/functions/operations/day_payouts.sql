-- Trigger: adds a crypto withdrawal to its day when it is final in the chain: the amount sent, and the network fee.
create or replace function day_payouts() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform day_add(new.changed_at, 'withdraw:' || new.coin, 1, new.cents - new.fee_cents, 0, new.fee_cents);
  return null;
end $$;
revoke all on function day_payouts() from public;
