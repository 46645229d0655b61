/** What Steam trades report to monitoring: open orders by state. */
import type { Deps } from '../platform/process/deps.ts';
import type { FeatureGauge } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';

/** More are shown as this many. */
const MAX_COUNTED = 1_000;

export async function tradeGauges({ db }: Pick<Deps, 'db'>): Promise<FeatureGauge[]> {
  const rows = await db.many<{ state: string; count: number }>(sql`
    select state, count(*) as count
    from (select state from trade_orders where slot is not null limit ${MAX_COUNTED}) o group by state`);
  return rows.map(({ state, count }) => ({
    name: 'fairpot_trade_orders_open',
    help: 'Trade orders that have not ended, by state',
    labels: { state },
    value: count,
  }));
}
