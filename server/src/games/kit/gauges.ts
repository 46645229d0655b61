/** What rounds report to monitoring: how late they are settled, how many are set aside, how old the beacon's newest round is, how far this clock is off. */
import { GAME_NAMES } from '@fairpot/contract/games/games';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { clockOffset } from '../../platform/process/beacon-clock.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { FeatureGauge } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { countStuck } from './settlement/stuck.ts';

const MS_PER_SECOND = 1_000;
const NEWEST_WITHIN_MS = 1_500;

export async function roundGauges(deps: Pick<Deps, 'db' | 'clock' | 'gateways' | 'drandChain'>) {
  const { db, clock, gateways, drandChain } = deps;
  const now = clock.now();
  const gauges: FeatureGauge[] = [
    {
      name: 'fairpot_rounds_stuck',
      help: 'Rounds that cannot be settled and are set aside',
      value: await countStuck(db),
    },
  ];
  for (const game of GAME_NAMES) {
    const row = await db.maybe<{ dueAt: number | null }>(sql`
      select due_at as "dueAt" from rounds where game = ${game} and phase = 'locked' and not stuck
      order by due_at limit 1`);
    gauges.push({
      name: 'fairpot_rounds_late_seconds',
      help: 'How long the oldest round of a game has been due; 0: none is',
      labels: { game },
      value: Math.max(0, now - (row?.dueAt ?? now)) / MS_PER_SECOND,
    });
  }
  const newest = await gateways.beacons.newest(AbortSignal.timeout(NEWEST_WITHIN_MS));
  if (newest !== null)
    gauges.push(
      {
        name: 'fairpot_beacon_age_seconds',
        help: 'Age of the newest beacon round that this node knows',
        value: (now - drandRoundTime(newest, drandChain)) / MS_PER_SECOND,
      },
      {
        name: 'fairpot_clock_offset_seconds',
        help: "How far this node's clock is ahead of the beacon, in steps of its period; negative: behind",
        value: clockOffset(newest, now, drandChain) / MS_PER_SECOND,
      },
    );
  return gauges;
}
