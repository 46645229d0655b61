-- Days whose totals differ from the sums of what they count, a line each: results, booked and reversed trades, and the ledger's crypto transfers.
-- Reads everything: for checks, never for a page.
-- names player_results: what a game's day is the sum of
-- names trade_orders: what a day of trades with Steam is the sum of
-- names crypto_payments: which coin a transfer of the ledger was in
-- names crypto_withdrawals: which coin a transfer of the ledger was in, and when the chain had it
-- names transfers: what was really moved
-- names postings: what was really moved
create or replace function day_totals_wrong() returns table (line text) language sql stable as $$
  with counted (day, kind, times, cents, back_cents, fee_cents) as (
    select r.at / 86400000, 'game:' || r.game, count(*), sum(r.staked_cents), sum(r.won_cents), sum(r.fee_cents)
    from player_results r group by 1, 2
    union all
    select s.day, s.kind, sum(s.times), sum(s.cents), sum(s.back), 0 from (
      select o.booked_at / 86400000 as day, case o.kind when 'DEPOSIT' then 'deposit:STEAM' else 'withdraw:STEAM' end as kind,
        1 as times, o.cents, 0 as back
      from trade_orders o where o.booked_at is not null
      union all
      select o.returned_at / 86400000, 'deposit:STEAM', 0, 0, o.cents
      from trade_orders o where o.kind = 'DEPOSIT' and o.booked_at is not null and o.returned_at is not null
    ) s group by 1, 2
    union all
    select t.at / 86400000, 'deposit:' || p.coin, count(*), sum(l.cents), 0, 0
    from crypto_payments p join transfers t on t.id = p.transfer_id
      join postings l on l.transfer_id = t.id and l.account_id like 'cash:%'
    group by 1, 2
    union all
    -- The amount of a withdrawal is fixed at the request: the hold is in the ledger before the coins are sent.
    select w.changed_at / 86400000, 'withdraw:' || w.coin, count(*), sum(l.cents - w.fee_cents), 0, sum(w.fee_cents)
    from crypto_withdrawals w join postings l on l.transfer_id = w.hold_transfer and l.account_id like 'hold:%'
    where w.state = 'CONFIRMED' group by 1, 2
  ), stored as (
    select day, kind, sum(times) as times, sum(cents) as cents, sum(back_cents) as back_cents, sum(fee_cents) as fee_cents
    from day_totals group by day, kind
  )
  select format('day %s, %s: %s for %s, %s back, %s fee stored; %s for %s, %s, %s counted', day, kind, t.times, t.cents, t.back_cents,
    t.fee_cents, c.times, c.cents, c.back_cents, c.fee_cents)
  from counted c full join stored t using (day, kind)
  where (c.times, c.cents, c.back_cents, c.fee_cents) is distinct from (t.times, t.cents, t.back_cents, t.fee_cents)
$$;
