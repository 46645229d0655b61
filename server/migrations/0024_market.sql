-- What an order writes, made cheaper; nothing that is kept changes.

-- A receipt is claimed without its answer and filled in by the same transaction: with room left on its page the second
-- version stays beside the first and needs no entries of its own in the indexes.
alter table receipts set (fillfactor = 50);

-- A sale refers to the item's place, which the order writes anyway, instead of to the item: the lock of the foreign key would touch
-- a page more of a million. Every place is an item's (item_positions_item_id_fkey), so this says more, not less.
alter table market_sales drop constraint market_sales_item_id_fkey;
alter table market_sales add constraint market_sales_item_id_fkey foreign key (item_id) references item_positions (item_id);
