/** Invariants of trades at every commit; run after each command in tests. Each line is a violation. */
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { everyTradeSumSql } from '../withdrawals/front.ts';
import { stakedOnceSql, stockSql, tradingSql } from '../vault/items.ts';
import { statesSql } from './store.ts';

export const tradeInvariants: readonly Invariant[] = [
  {
    name: 'trades: an item waits for a trade exactly while its order says so',
    check: lines(sql`
      with waiting as (
        select i.item_id, o.id from trade_orders o join trade_order_items i on i.order_id = o.id
        where i.item_id is not null and case o.kind
          when 'WITHDRAWAL' then o.booked_at is null and o.returned_at is null
          else o.booked_at is not null and o.released_at is null and o.returned_at is null end
      )
      select coalesce('item ' || w.item_id || ' of ' || w.id || ' does not wait',
        'item ' || t.item_id || ' waits for nothing') as line
      from waiting w full join (${tradingSql}) t on t.item_id = w.item_id
      where w.item_id is null or t.item_id is null`),
  },
  {
    name: 'trades: credits match what Steam reports as received, once',
    check: lines(sql`
      select o.id || ' item ' || i.no || ' was credited and never received' as line
      from trade_orders o join trade_order_items i on i.order_id = o.id
      where o.kind = 'DEPOSIT' and i.item_id is not null and not exists (
        select from trade_moves m where m.order_id = o.id and m.trade_id = o.trade_id and m.asset_id = i.asset_id
          and m.direction = 'IN')
      union all
      select o.id || ' item ' || i.no || ' was received and not credited' from trade_orders o
        join trade_order_items i on i.order_id = o.id
        join trade_moves m on m.order_id = o.id and m.trade_id = o.trade_id and m.asset_id = i.asset_id
          and m.direction = 'IN'
      where o.kind = 'DEPOSIT' and o.booked_at is not null and i.item_id is null
      union all
      select 'item ' || item_id || ' is in two deposits' from trade_order_items i
        join trade_orders o on o.id = i.order_id and o.kind = 'DEPOSIT'
      where item_id is not null group by item_id having count(*) > 1`),
  },
  {
    name: 'trades: open orders are those that may still be accepted',
    check: lines(sql`
      select o.id || ' is ' || o.state || ', its item ' || i.no || ' is '
        || case when i.open then 'open' else 'not open' end as line
      from trade_orders o join trade_order_items i on i.order_id = o.id where i.open <> (o.slot is not null)`),
  },
  {
    name: 'trades: a player’s sums are the sums of their orders',
    check: lines(sql`
      with booked as (
        select o.player_id,
          coalesce(sum(coalesce(i.credited_cents, i.cents)) filter (where o.kind = 'DEPOSIT' and i.item_id is not null
            and o.state = 'SETTLED' and not o.books_due), 0) as brought,
          coalesce(sum(i.back_cents) filter (where o.kind = 'WITHDRAWAL' and o.returned_at is null), 0) as taken
        from trade_orders o join trade_order_items i on i.order_id = o.id group by o.player_id
      )
      select player_id || ' brought ' || coalesce(s.deposited_cents, 0) || ' and took ' || coalesce(s.taken_cents, 0)
        || ', not ' || coalesce(b.brought, 0) || ' and ' || coalesce(b.taken, 0) as line
      from ${everyTradeSumSql} s full join booked b using (player_id)
      where coalesce(s.deposited_cents, 0) <> coalesce(b.brought, 0)
        or coalesce(s.taken_cents, 0) <> coalesce(b.taken, 0)`),
  },
  {
    name: 'trades: the trading account’s holdings and expected deposits are counted',
    check: lines(sql`
      select 'the account holds ' || h.brought_cents || ' and is to get ' || h.ordered_cents || ', not '
        || w.brought || ' and ' || w.ordered as line
      from trade_holdings h cross join (
        select (select coalesce(sum(brought_cents), 0) from trade_assets where held) as brought,
          (select coalesce(sum(cents), 0) from trade_orders where kind = 'DEPOSIT' and booked_at is null
            and state not in ${statesSql('FAILED', 'REVERSED')}) as ordered
      ) w where (h.brought_cents, h.ordered_cents) <> (w.brought, w.ordered)`),
  },
  {
    name: 'trades: a placed bet has all items of its order in its round',
    check: lines(sql`
      select b.order_id || ' item ' || i.no || ' was never in ' || b.placed_in as line
      from trade_bets b join trade_order_items i on i.order_id = b.order_id
      where b.state = 'PLACED' and not exists (
        select from ${stakedOnceSql} m where m.item_id = i.item_id and m.round_id = b.placed_in)`),
  },
  {
    name: 'trades: a bet belongs to its order’s player, and ends when the order ends without items',
    check: lines(sql`
      select b.order_id || ' is ' || o.state || ' and its bet is ' || b.state as line
      from trade_bets b join trade_orders o on o.id = b.order_id
      where b.player_id <> o.player_id or o.kind <> 'DEPOSIT' or o.to_balance
        or b.state = 'NONE' and o.booked_at is not null and o.state <> 'REVERSED' and not o.late
        or b.state = 'PLACED' and o.released_at is null`),
  },
];

/** In live mode nothing is on sale that could not be delivered; a demo sells items that have no asset. */
export const backedStock: Invariant = {
  name: 'trades: each listed item has an asset that we hold',
  check: lines(sql`
    select 'item ' || s.item_id || ' is on sale without an asset of ours' as line
    from ${stockSql} s where not exists (select from trade_assets a where a.item_id = s.item_id and a.held)`),
};
