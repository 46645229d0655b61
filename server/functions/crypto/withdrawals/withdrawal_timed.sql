-- Trigger: counts how long a withdrawal took when it is done: by trade offer when its player has accepted, by crypto when it is final in the chain.
-- The n-th step ends at 1.1^n ms.
create or replace function withdrawal_timed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into withdrawal_times as t (day, kind, step, done)
  values (new.changed_at / 86400000, case tg_table_name when 'trade_orders' then 'STEAM' else to_jsonb(new) ->> 'coin' end,
    ceil(ln(greatest(new.changed_at - new.created_at, 1)) / ln(1.1::double precision)), 1)
  on conflict (day, kind, step) do update set done = t.done + 1;
  return null;
end $$;
revoke all on function withdrawal_timed() from public;
