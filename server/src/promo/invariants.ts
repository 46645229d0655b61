/** Invariants of promo codes at every commit. */
import { postedSql } from '../ledger/ledger.ts';
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';

export const promoInvariants: readonly Invariant[] = [
  {
    name: 'promo: uses match what was given, to the cent',
    check: lines(sql`
      select c.id || ' was used ' || c.used || ' times, by ' || count(u.player_id) as line
      from promo_codes c left join promo_uses u on u.promo_id = c.id group by c.id, c.used
      having c.used <> count(u.player_id)
      union all
      select u.promo_id || ' gave ' || coalesce(p.cents, 0) || ' instead of ' || c.cents
      from promo_uses u join promo_codes c on c.id = u.promo_id
        left join ${postedSql} p on p.transfer_id = u.transfer_id and p.account_id = 'cash:' || u.player_id
      where c.cents is not null and p.cents is distinct from c.cents`),
  },
];
