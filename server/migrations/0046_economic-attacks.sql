-- What the balance was credited for a deposit, and which accounts share a network.

-- At most the price in the order. Null: nothing yet, or the player has the item itself.
alter table trade_order_items add column credited_cents bigint
  constraint trade_order_items_credit check (credited_cents > 0 and credited_cents <= cents);

update trade_order_items i set credited_cents = i.cents from trade_orders o
where o.id = i.order_id and o.kind = 'DEPOSIT' and o.to_balance and not o.late and o.released_at is not null and i.item_id is not null;

-- The players of a network address.
create index sessions_network on sessions (ip_hash, player_id) where ip_hash <> '';
