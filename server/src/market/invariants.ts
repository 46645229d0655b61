/** Invariants of the market's tables at every commit; run after each command in tests. Each line is a violation. */
import { postedSql } from '../ledger/ledger.ts';
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { soldSql, stockSql } from '../vault/items.ts';
import { priceListSql } from '../vault/types.ts';

export const marketInvariants: readonly Invariant[] = [
  {
    name: 'market: listed items are stock of the house, of the listed type',
    check: lines(sql`
      select 'item ' || l.item_id || ' is on sale as ' || l.item_type || ', the house has '
        || coalesce('it as ' || s.item_type, 'it not') as line
      from market_listings l left join ${stockSql} s on s.item_id = l.item_id
      where s.item_id is null or s.item_type <> l.item_type`),
  },
  {
    name: 'market: items leave the house only for orders, and each order has its items',
    check: lines(sql`
      select 'order ' || coalesce(s.order_id, m.order_id) || ' and item ' || coalesce(s.item_id, m.item_id)
        || case when m.item_id is null then ': sold and not moved'
             when s.item_id is null then ': moved and not sold' else ': sold to one, moved to another' end as line
      from market_sales s full join ${soldSql} m on m.order_id = s.order_id and m.item_id = s.item_id
      where m.item_id is null or s.item_id is null or m.player_id <> s.player_id`),
  },
  {
    name: 'market: an order’s cost equals the player’s payment to the house',
    check: lines(sql`
      select 'order ' || coalesce(o.order_id, p.transfer_id) || ' cost ' || coalesce(o.cents, 0) || ', paid were '
        || coalesce(p.cents, 0) as line
      from (select order_id, min(player_id) as player_id, sum(cents) as cents from market_sales group by order_id) o
      full join (select transfer_id, cents from ${postedSql} a where code = 'MARKET_BUY' and account_id = 'house') p
        on p.transfer_id = o.order_id
      left join (select transfer_id, account_id, cents from ${postedSql} b where code = 'MARKET_BUY' and cents < 0) q
        on q.transfer_id = o.order_id
      where o.cents is distinct from p.cents or q.cents is distinct from -o.cents
        or q.account_id <> 'cash:' || o.player_id`),
  },
  {
    name: 'market: the price list matches the believed prices',
    check: lines(sql`
      select m.item_type || ' is paid ' || m.pay_cents || coalesce(' ' || m.doubt, '')
        || ', the list says ' || t.price_cents || coalesce(' ' || t.doubt, '') as line
      from market_prices m join ${priceListSql} t on t.slug = m.item_type
      where m.origin = 'sources' and (m.pay_cents <> t.price_cents or t.good_until is null)
        or m.doubt is distinct from t.doubt`),
  },
];
