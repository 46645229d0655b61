/** Invariants of the player protection tables at every commit. */
import { everyOpenStakeSql } from '../accounts/open-stakes.ts';
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';

export const protectionInvariants: readonly Invariant[] = [
  {
    name: 'protection: every open stake is counted',
    check: lines(sql`
      select o.player_id || ' has ' || o.cents || ' at stake, and ' || coalesce(h.cents, 0) || ' counted' as line
      from (select player_id, sum(cents) as cents from ${everyOpenStakeSql} s group by player_id) o
        left join (select player_id, sum(cents) as cents from protection_hours where kind = 'stake'
          group by player_id) h
          on h.player_id = o.player_id
      where coalesce(h.cents, 0) < o.cents`),
  },
  {
    name: 'protection: counted deposits add up to the hourly sums',
    check: lines(sql`
      select h.player_id || ' has ' || h.cents || ' counted in hour ' || h.hour || ', by deposits of '
        || coalesce(d.cents, 0) as line
      from protection_hours h left join (
        select player_id, hour, sum(cents) as cents from protection_deposits group by player_id, hour
      ) d on d.player_id = h.player_id and d.hour = h.hour
      where h.kind = 'deposit' and h.cents <> coalesce(d.cents, 0)`),
  },
];
