-- Staff find an order, and by it an item, by the number of an asset at Steam. An asset may have any number of orders, and an item any number of
-- withdrawals: only the newest of its orders are read.

create index trade_order_items_of_asset on trade_order_items (asset_id, order_id) where asset_id is not null;
create index trade_order_items_of_item on trade_order_items (item_id, order_id) where item_id is not null;
drop index trade_order_items_item;
create index trade_moves_before on trade_moves (asset_id, order_id);
create index trade_moves_after on trade_moves (new_asset_id, order_id);
