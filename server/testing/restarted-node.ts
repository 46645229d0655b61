/** A restart, for tests: another process finds the database as this one left it. */
import type { Deps } from '../src/platform/process/deps.ts';
import type { Feature } from '../src/platform/runner/feature.ts';
import type { World } from './world.ts';

/**
 * Starts the feature on the world's database and runs its sweeps until they are idle: it shares the clock and the outside world, but no memory. Then
 * checks every invariant.
 */
export async function sweepOnRestartedNode(world: World, make: (deps: Deps) => Feature): Promise<void> {
  const db = world.pool('app', 4);
  const { signal } = new AbortController();
  const feature = make({ ...world.deps, db });
  const sweeps = feature.sweeps ?? [];
  try {
    await feature.start?.();
    // Twice: the last sweep may create work for the first.
    for (const sweep of [...sweeps, ...sweeps]) while ((await sweep.run(signal)) > 0);
  } finally {
    await db.close();
  }
  await world.checkInvariants();
}
