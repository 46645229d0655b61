/** Runs a demo world: its clock advances and its background work runs as on a server. For the tests of the demo's bots. */
import type { World } from '../world.ts';

const STEP_MS = 2_000;

/**
 * Runs the world for `seconds`: the clock moves in steps of two seconds. After each step every due sweep runs until it finds nothing more to do; then
 * `watch` is called.
 */
export async function runDemo(
  world: World,
  seconds: number,
  watch: () => Promise<void> | void = () => {},
): Promise<void> {
  const { signal } = new AbortController();
  const sweeps = world.features.flatMap((feature) => feature.sweeps ?? []).map((sweep) => ({ sweep, dueAt: 0 }));
  for (let passed = 0; passed < seconds * 1_000; passed += STEP_MS) {
    await world.clock.advance(STEP_MS);
    for (const each of sweeps.filter(({ dueAt }) => dueAt <= passed)) {
      while ((await each.sweep.run(signal)) > 0);
      each.dueAt = passed + each.sweep.everyMs;
    }
    await watch();
  }
}
