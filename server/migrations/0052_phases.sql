-- Prices of Doppler phases come from two lists of their own: Skinport's sales, and Waxpeer's offers.

alter table market_quotes
  drop constraint market_quotes_source_check,
  add constraint market_quotes_source_check
  check (source in ('skinport', 'skinportsales', 'marketcsgo', 'waxpeer', 'steam'));

-- Null: Steam is never asked. It has one price for all phases.
alter table market_prices alter column spot_due_at drop not null;
