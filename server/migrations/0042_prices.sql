-- Two prices of an item type: what the site pays comes from the lowest cash figure, what it asks from the highest figure.

alter table market_prices
  -- The lowest cash figure, with limited rises.
  add column base_cents bigint check (base_cents > 0),
  -- The base minus the haircut of the tier: what the site pays, and the item's value in a stake.
  add column pay_cents bigint check (pay_cents > 0),
  -- 0 liquid, 1 usual, 2 slow, 3 thin. See pricing.ts.
  add column tier smallint not null default 1 check (tier between 0 and 3),
  -- Lows of the base in the last 7 days, from which its rises are measured: [{hour, cents}], oldest first, each above the previous one.
  add column lows jsonb not null default '[]';
update market_prices set base_cents = reference_cents, pay_cents = reference_cents;
alter table market_prices
  alter column base_cents set not null,
  alter column pay_cents set not null,
  add constraint market_prices_pay check (pay_cents <= base_cents and base_cents <= reference_cents);

-- How many more items of a type the site accepts: its stock is at most what it sells in some weeks. Null: no limit, as with catalogue prices. Counted
-- down by each deposit, and recomputed whenever prices are updated.
alter table item_types add column wanted integer check (wanted >= 0);

alter table market_quotes drop constraint market_quotes_source_check;
alter table market_quotes add constraint market_quotes_source_check
  check (source in ('skinport', 'marketcsgo', 'steam'));

-- owner: market
-- Steam's prices of a game relative to the cash price, as observed: in basis points.
create table market_steam (
  app_id integer primary key,
  bps integer not null check (bps > 0),
  at bigint not null
);
