/**
 * Invariants between items, real assets, Steam's record of moves, and the ledger, at every commit; run after each command in tests. Each
 * line is a violation.
 */
import { lines, type Invariant } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { postedSql } from '../../ledger/ledger.ts';
import { placesSql } from '../../vault/moves.ts';

/** Condition over `v` of placesSql: a reversed trade took the item back. */
const reversed = sql`exists (
  select from trade_order_items i join trade_orders o on o.id = i.order_id
  where i.item_id = v.item_id and o.kind = 'DEPOSIT' and o.state = 'REVERSED' and o.returned_at is not null)`;

const cameIn = sql`
  select 'item ' || v.item_id || ' came by a trade that Steam does not know: ' || v.origin as line from ${placesSql} v
  where v.origin like 'trade:%' and not exists (
    select from trade_order_items i join trade_moves m on m.order_id = i.order_id and m.asset_id = i.asset_id
    where i.item_id = v.item_id and m.direction = 'IN'
      and v.origin = 'trade:' || m.trade_id || ':' || m.app_id || ':' || m.asset_id)`;

const wentOut = sql`
  select 'item ' || v.item_id || ' left by no trade that Steam knows' as line from ${placesSql} v
  where v.state = 'withdrawn' and not ${reversed} and not exists (
    select from trade_order_items i join trade_orders o on o.id = i.order_id
      join trade_moves m on m.order_id = o.id and m.asset_id = i.asset_id and m.direction = 'OUT'
    where i.item_id = v.item_id and o.kind = 'WITHDRAWAL' and o.state = 'SETTLED')
  union all
  select 'what ' || o.id || ' sent out is still here: item ' || i.item_id from trade_orders o
    join trade_order_items i on i.order_id = o.id join ${placesSql} v on v.item_id = i.item_id
  where o.kind = 'WITHDRAWAL' and o.booked_at is not null and v.state <> 'withdrawn'`;

const assets = sql`
  select 'asset ' || app_id || '/' || asset_id || ' is behind ' || count(*) || ' items' as line
  from trade_assets where held group by app_id, asset_id having count(*) > 1
  union all
  select 'item ' || v.item_id || ' is ' || v.state || ', its asset is ' || case when a.held then 'held' else 'gone' end
  from ${placesSql} v join trade_assets a on a.item_id = v.item_id
  where (v.state = 'withdrawn') = a.held and not (a.held is false and ${reversed})
  union all
  select 'item ' || v.item_id || ' came by a trade and has no asset' from ${placesSql} v
  where v.origin like 'trade:%' and not exists (select from trade_assets a where a.item_id = v.item_id)
  union all
  select 'item ' || a.item_id || ' has the asset ' || a.asset_id || ', which no trade of it brought' from trade_assets a
  where a.brought_by is not null and a.held and not exists (
    select from trade_order_items i join trade_moves m on m.order_id = i.order_id and m.asset_id = i.asset_id
    where i.item_id = a.item_id and m.direction in ('IN', 'BACK') and m.new_asset_id = a.asset_id)`;

/** A late deposit is credited as items, so none of it is money. The balance is credited what was recorded for each item. */
const money = sql`
  select o.id || ' reserved ' || coalesce(p.hold, 0) || ' and paid ' || coalesce(p.cash, 0) || ', not ' || s.hold
    || ' and ' || s.cash as line
  from trade_orders o
    cross join lateral (
      select coalesce(sum(i.cents), 0) as total, coalesce(sum(i.credited_cents), 0) as credited
      from trade_order_items i
      where i.order_id = o.id and i.item_id is not null and o.kind = 'DEPOSIT' and o.to_balance and not o.late
    ) t
    cross join lateral (
      select case when o.booked_at is not null and o.released_at is null and o.returned_at is null
          then t.total else 0 end as hold,
        case when o.released_at is not null then t.credited else 0 end as cash
    ) s
    left join (
      select ref, sum(cents) filter (where account_id like 'hold:%') as hold,
        sum(cents) filter (where account_id like 'cash:%') as cash
      from ${postedSql} l where ref like 'trd_%' group by ref
    ) p on p.ref = o.id
  where coalesce(p.hold, 0) <> s.hold or coalesce(p.cash, 0) <> s.cash`;

export const movementInvariants: readonly Invariant[] = [
  { name: 'trades: items that came in match Steam’s moves', check: lines(cameIn) },
  { name: 'trades: items that left match Steam’s moves', check: lines(wentOut) },
  { name: 'trades: each item has its own asset, each asset one item', check: lines(assets) },
  { name: 'trades: the ledger matches each deposit’s order', check: lines(money) },
];
