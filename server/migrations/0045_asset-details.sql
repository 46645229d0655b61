-- What Steam showed of a deposited asset (float, seed, phase, stickers, inspect link): kept with its order, then with the item made of it.

alter table trade_order_items add column details jsonb
  check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000);

-- Null: there is no asset behind the item, or Steam showed nothing of it.
alter table items add column details jsonb
  check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000);
