-- The market is browsed by category: knives, rifles, doors. Computed once, when a type is imported.

-- Null: imported before there were categories. The sweep market.types imports such types again.
alter table market_prices add column category text check (length(category) between 1 and 20);
create index market_prices_category on market_prices (app_id, category, reference_cents, item_type);
create index market_prices_uncategorized on market_prices (item_type) where category is null;
