/** A restart, for tests: what another process does that finds the database as this one left it. */
import type { Deps } from '../platform/process/deps.ts';
import type { Feature } from '../platform/runner/feature.ts';
import type { World } from './world.ts';

/**
 * Starts the feature on the world's database and runs its sweeps until they are idle: it shares the clock and the outside
 * world, and no memory. Then every invariant is looked at.
 */
export async function elsewhere(world: World, make: (deps: Deps) => Feature): Promise<void> {
  const db = world.pool('app', 4);
  const { signal } = new AbortController();
  const feature = make({ ...world.deps, db });
  const sweeps = feature.sweeps ?? [];
  try {
    await feature.start?.();
    // Twice: what the last one does may be work for the first.
    for (const sweep of [...sweeps, ...sweeps]) while ((await sweep.run(signal)) > 0);
  } finally {
    await db.close();
  }
  await world.checkInvariants();
}
