/** What the public log reports to monitoring: how far its head is behind its leaves, and how long ago each witness cosigned. */
import type { Deps } from '../platform/process/deps.ts';
import type { Db } from '../platform/database/sql.ts';
import type { FeatureGauge } from '../platform/runner/feature.ts';
import { firstLeafAfter } from '../games/kit/leaf-feed.ts';
import { publishedHead, readCursor } from './store.ts';
import type { Watchers } from './witnesses/watchers.ts';
import { newestOf } from './witnesses/witness-store.ts';

const MS_PER_SECOND = 1_000;

export async function logGauges(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { keys, byKey }: Watchers,
  startedAt: number,
): Promise<FeatureGauge[]> {
  const now = clock.now();
  const [head, waitingAt, cosigned] = await Promise.all([publishedHead(db), oldestWaitingAt(db), newestOf(db, keys)]);
  return [
    {
      name: 'fairpot_log_lag_seconds',
      help: 'Age of the oldest leaf that no head of the public log covers; 0: none waits',
      value: waitingAt === null ? 0 : Math.max(0, now - waitingAt) / MS_PER_SECOND,
    },
    { name: 'fairpot_log_leaves', help: 'Leaves under the published head', value: head?.size ?? 0 },
    ...[...byKey].map(([key, { name }]) => ({
      name: 'fairpot_witness_age_seconds',
      help: 'Since a witness last cosigned a head; since this node started, if it never did',
      labels: { witness: name },
      value: (now - (cosigned.find(({ witness }) => witness === key)?.at ?? startedAt)) / MS_PER_SECOND,
    })),
  ];
}

/** When the oldest leaf was written that the sequencer has not placed; null when none waits. */
async function oldestWaitingAt(db: Db): Promise<number | null> {
  const first = await firstLeafAfter(db, await readCursor(db));
  return first?.at ?? null;
}
