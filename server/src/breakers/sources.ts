/** Breakers of sources that should agree: they trip when the sources disagree, and reset by themselves. */
import type { Deps } from '../platform/process/deps.ts';
import { openTripOf, resetTrip, trip, type NewTrip } from './store.ts';

/** Trips a breaker of sources, or resets it; null: leaves it. Returns 1 when it changed. */
export async function followSources(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  verdict: 'trip' | 'reset' | null,
  sources: NewTrip,
  now: number,
): Promise<number> {
  const { breaker, way, figures } = sources;
  if (verdict === 'trip') {
    const isNew = await trip(db, sources, now);
    if (isNew) log.warn({ way, ...figures }, `circuit breaker tripped: ${breaker}`);
    return isNew ? 1 : 0;
  }
  const open = verdict === null ? undefined : await openTripOf(db, way);
  if (open === undefined) return 0;
  await db.transaction((tx) => resetTrip(tx, open, { by: null, why: 'The sources agree again', at: now }));
  log.info({ way }, `circuit breaker reset: ${breaker}`);
  return 1;
}
