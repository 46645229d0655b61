/** Waiting rounds whose stake has another value by now: no one can join them, so they end, and their items return. */
import { retrying } from '../../platform/database/retry.ts';
import { columnOf, sql, type Tx } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import { priceListSql } from '../../vault/types.ts';
import { roundsByIds } from '../kit/rounds.ts';
import { refundRounds } from '../kit/settlement/refund.ts';
import { coinflip } from './coinflip.ts';
import { REPRICED_PERCENT } from './rules.ts';

const ROUNDS_PER_RUN = 100;

/** Cancels them. A round with a doubtful price stays: the doubt may end with the same price. */
export function repriceSweep(deps: Deps): Sweep {
  const cancel = async (tx: Tx) => {
    const rows = await tx.many<{ id: string }>(sql`
      select r.id from rounds r join entries e on e.round_id = r.id and e.no = 1
        cross join lateral (
          select sum(p.price_cents) as now, bool_or(p.doubt is not null) as doubted
          from stake_items s join ${priceListSql} p on p.slug = s.item_type where s.round_id = r.id
        ) n
      where r.game = 'coinflip' and r.phase = 'open' and not n.doubted
        and abs(n.now - e.cents) * 100 > ${REPRICED_PERCENT}::integer * e.cents
      order by r.opened_at limit ${ROUNDS_PER_RUN}::integer for no key update of r skip locked`);
    const rounds = await roundsByIds(tx, columnOf(rows, 'id'));
    await refundRounds(tx, coinflip, 'cancelled', rounds, 'REPRICED', deps.clock.now());
    return rounds.length;
  };
  return {
    name: 'coinflip.reprice',
    everyMs: 30_000,
    run: () => retrying(() => deps.db.transaction(cancel)),
  };
}
