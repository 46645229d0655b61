/** Invariants of this room's tables at every commit; run after each command in tests. Each line is a violation. */
import { postedSql } from '../ledger/ledger.ts';
import { sql } from '../platform/database/sql.ts';
import { lines, type Invariant } from '../platform/runner/feature.ts';

export const operationsInvariants: readonly Invariant[] = [
  {
    name: 'each completed adjustment has one transfer of its sum, and each such transfer has a completed adjustment',
    check: lines(sql`
      select coalesce(a.id, p.ref) || ' moved ' || coalesce(p.cents::text, 'nothing') as line
      from (select id, cents, player_id, transfer_id from adjustments where state = 'DONE') a
      full join (select * from ${postedSql} posted where code = 'ADJUSTMENT' and account_id <> 'house') p
        on p.transfer_id = a.transfer_id and p.ref = a.id
      where p.cents is distinct from a.cents or p.account_id is distinct from 'cash:' || a.player_id`),
  },
  {
    name: 'a day’s adjustments are the sum of those completed on it',
    check: lines(sql`
      select 'day ' || coalesce(d.day, a.day) as line
      from adjustment_days d full join (
        select (decided_at / 86400000)::integer as day, sum(abs(cents)) as cents from adjustments
        where state = 'DONE' group by 1
      ) a on a.day = d.day where a.cents is distinct from d.cents`),
  },
  {
    name: 'a day’s totals are the sums of its results, trades and transfers',
    check: lines(sql`select line from day_totals_wrong()`),
  },
];
