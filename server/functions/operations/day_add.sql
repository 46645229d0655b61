-- Adds to the sums of a day; p_at is an instant of that day. Concurrent connections add to different rows of the same day.
create or replace function day_add(p_at bigint, p_kind text, p_times bigint, p_cents bigint, p_back bigint, p_fee bigint)
returns void language sql as $$
  insert into day_totals as t (day, kind, shard, times, cents, back_cents, fee_cents)
  values (p_at / 86400000, p_kind, pg_backend_pid() % 8, p_times, p_cents, p_back, p_fee)
  on conflict (day, kind, shard) do update set times = t.times + excluded.times, cents = t.cents + excluded.cents,
    back_cents = t.back_cents + excluded.back_cents, fee_cents = t.fee_cents + excluded.fee_cents
$$;
