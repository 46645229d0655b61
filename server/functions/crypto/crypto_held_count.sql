-- Trigger: adds a credited payment ('in') or a confirmed payout ('out') to the total held of its coin. The only writer of that table.
create or replace function crypto_held_count() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update crypto_held set
    units_in = units_in + case tg_argv[0] when 'in' then new.units else 0 end,
    units_out = units_out + case tg_argv[0] when 'out' then new.units else 0 end,
    changed_at = new.changed_at
  where coin = new.coin;
  return null;
end $$;
revoke all on function crypto_held_count() from public;
