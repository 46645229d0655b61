-- A locked rate holds for a sum, and while the market stays above it. A withdrawal that waited gets a new quote within its bounds.

-- Market rates, as reported by the sources: the middle of two that agree. noted_at: when it was stored; quoted_at: the older of the two figures. Kept
-- for a week.
-- owner: crypto
create table crypto_readings (
  coin text not null check (coin in ('TRX', 'USDT', 'BTC', 'ETH')),
  noted_at bigint not null,
  quoted_at bigint not null,
  micro bigint not null check (micro > 0),
  primary key (coin, noted_at)
);


-- The base units that an order's rate holds for (0: none), and those used by payments.
alter table crypto_orders
  add column lock_units numeric(40) not null default 0,
  add column lock_used numeric(40) not null default 0,
  add constraint crypto_orders_lock_asked check (lock_units = 0 or units is not null),
  add constraint crypto_orders_lock_used check (lock_used >= 0 and lock_used <= lock_units);
update crypto_orders set lock_units = trunc(units * 101 / 100) where units is not null and status = 'PENDING';
create index crypto_orders_locks on crypto_orders (player_id, created_at) where lock_units > 0;

-- When a payment was first seen in its current block, and which part of it was credited at the locked rate of its order.
alter table crypto_payments
  add column block_at bigint,
  add column locked_units numeric(40),
  add column locked_micro bigint check (locked_micro > 0),
  add constraint crypto_payments_locked check ((locked_units is null) = (locked_micro is null)
    and (locked_units is null or (locked_units > 0 and locked_units <= units and credited_cents is not null)));
update crypto_payments set block_at = seen_at where height is not null and not by_staff;
-- Credited payments that may still leave their block, summed before each credit.
create index crypto_payments_unfinal on crypto_payments (coin) where state = 'CREDITED' and not final;

-- When a withdrawal was last quoted, the minimum its player agreed to and the maximum its reviewers sign, and the spread of its day. Older ones keep
-- their original coins.
alter table crypto_withdrawals
  add column quoted_at bigint,
  add column least_units numeric(40),
  add column most_units numeric(40),
  add column spread_bps integer;
alter table crypto_withdrawals disable trigger crypto_withdrawals_guard;
update crypto_withdrawals set quoted_at = created_at, least_units = units, most_units = units, spread_bps = 100;
alter table crypto_withdrawals enable trigger crypto_withdrawals_guard;
alter table crypto_withdrawals
  alter column quoted_at set not null,
  alter column least_units set not null,
  alter column most_units set not null,
  alter column spread_bps set not null,
  add constraint crypto_withdrawals_bounds check (least_units > 0 and units >= least_units and units <= most_units),
  add constraint crypto_withdrawals_spread check (spread_bps >= 0 and spread_bps <= 10000),
  drop constraint crypto_withdrawals_reason_check,
  add constraint crypto_withdrawals_reason_check
    check (reason in ('REJECTED', 'REVERTED', 'EXPIRED', 'ADDRESS', 'TOO_LARGE', 'RATE_MOVED'));
create index crypto_withdrawals_quotes on crypto_withdrawals (quoted_at) where state = 'APPROVED';
