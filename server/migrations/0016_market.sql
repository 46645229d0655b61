-- Whether the price of an item type is believed stands in the price list, so that every room that takes items sees it; and what
-- the house came by goes on sale by itself.

-- Why an item is neither sold nor accepted; null when its price is believed. A type that nobody has priced is not.
alter table item_types add column doubt text default 'MISSING'
  check (doubt in ('STALE', 'JUMP', 'THIN', 'APART', 'MISSING'));
-- Until when the price is good without being confirmed again; null: it is the catalogue's, for play money alone.
alter table item_types add column good_until bigint;
