-- Puts the trust in an item type's price into the price list, so that every room that takes items sees it; and items of the house go on sale
-- automatically.

-- Why an item is neither sold nor accepted; null when its price is trusted. A type without any price is not.
alter table item_types add column doubt text default 'MISSING'
  check (doubt in ('STALE', 'JUMP', 'THIN', 'APART', 'MISSING'));
-- Until when the price is good without confirmation; null: it is the catalogue's, for play money only.
alter table item_types add column good_until bigint;

-- For the sweep that deletes days beyond the chart.
create index market_price_days_day on market_price_days (day);

-- Items of the house not yet on sale: few rows, because a sweep puts them on sale.
create index item_positions_forfeited on item_positions (item_id) where state = 'forfeited';
