/** What holds over crypto deposits at every commit; run after each command in tests. Each line is a violation. */
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { postedSql } from '../ledger/ledger.ts';
import { everyCryptoSumSql } from '../withdrawals/front.ts';

export const cryptoInvariants: readonly Invariant[] = [
  {
    name: 'crypto: each credited payment has one transfer of its sum to its player, and vice versa',
    check: lines(sql`
      with credited as (
        select p.transfer_id, 'cash:' || w.player_id as account_id, p.credited_cents as cents
        from crypto_payments p join crypto_wallets w on w.id = p.wallet_id where p.transfer_id is not null
      ), posted as (
        select t.transfer_id, t.account_id, t.cents from ${postedSql} t
        where t.code = 'CRYPTO_DEPOSIT' and t.account_id <> 'world'
      )
      select coalesce(c.transfer_id, t.transfer_id) || ' is a payment of ' || coalesce(c.cents::text, 'nothing')
        || ' and moves ' || coalesce(t.cents::text, 'nothing') as line
      from credited c full join posted t using (transfer_id)
      where c.cents is distinct from t.cents or c.account_id is distinct from t.account_id`),
  },
  {
    name: 'crypto: an order’s credit is the sum of its payments, and a player’s the sum of their orders',
    check: lines(sql`
      select o.id || ' says ' || o.credited_cents || ', its payments ' || coalesce(sum(p.credited_cents), 0) as line
      from crypto_orders o left join crypto_payments p on p.wallet_id = o.wallet_id
      group by o.id, o.credited_cents having o.credited_cents <> coalesce(sum(p.credited_cents), 0)
      union all
      select c.player_id || ' brought ' || c.deposited_cents || ', the orders ' || coalesce(sum(o.credited_cents), 0)
      from ${everyCryptoSumSql} c left join crypto_orders o on o.player_id = c.player_id
      group by c.player_id, c.deposited_cents having c.deposited_cents <> coalesce(sum(o.credited_cents), 0)`),
  },
  {
    name: 'crypto: the used part of an order’s lock is what its payments got at its rate, and within its limit',
    check: lines(sql`
      select o.id || ' has used ' || o.lock_used || ' of ' || o.lock_units || ', its payments '
        || coalesce(sum(p.locked_units), 0) || ' at ' || coalesce(min(p.locked_micro), 0) || ' to '
        || coalesce(max(p.locked_micro), 0) as line
      from crypto_orders o left join crypto_payments p on p.wallet_id = o.wallet_id and p.locked_units is not null
      group by o.id having o.lock_used <> coalesce(sum(p.locked_units), 0) or o.lock_used > o.lock_units
        or bool_or(p.locked_micro <> o.rate_micro or p.coin <> o.coin)`),
  },
  {
    name: 'crypto: an address has an order exactly when it says so',
    check: lines(sql`
      select w.id || case when w.ordered then ' has no order' else ' has an order' end as line
      from crypto_wallets w where w.ordered <> exists (select from crypto_orders o where o.wallet_id = w.id)`),
  },
];
