/**
 * Partitions of what belongs to rounds, by month (decision 0087). The sweep makes them two months ahead by the database's clock. Rows of a month
 * without a partition go to `<table>_rest` and move when it is made, so play goes on.
 */
import type { Deps } from '../../platform/process/deps.ts';
import type { FeatureGauge, Sweep } from '../../platform/runner/feature.ts';
import { sql, type Db } from '../../platform/database/sql.ts';

const EVERY_MS = 10 * 60 * 1000;

export function partitionSweep({ db }: Pick<Deps, 'db'>): Sweep {
  return {
    name: 'fair.partitions',
    everyMs: EVERY_MS,
    isUpkeep: true,
    run: async () => (await db.one<{ made: number }>(sql`select round_partition_ahead() as made`)).made,
  };
}

/** Names of partitions that are still to be made. */
export async function missingPartitions(db: Db): Promise<string[]> {
  const rows = await db.many<{ part: string }>(sql`select part from round_partitions_missing()`);
  return rows.map(({ part }) => part);
}

export async function partitionGauge(db: Db): Promise<FeatureGauge> {
  return {
    name: 'fairpot_partitions_missing',
    help: 'Partitions of this and the next two months that are still to be made',
    value: (await missingPartitions(db)).length,
  };
}
