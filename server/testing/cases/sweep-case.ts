/** Sweeps, by their names. */
import { sql } from '../../src/platform/database/sql.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import type { World } from '../world.ts';

/** What a sweep answers when it is asked whether it is due; null: it is not asked. */
export async function isDue(
  { db, clock }: World['deps'],
  features: World['features'],
  name: string,
): Promise<boolean | null> {
  const due = features.flatMap((feature) => feature.sweeps ?? []).find((each) => each.name === name)?.due;
  if (due === undefined) return null;
  return (await db.one<{ due: boolean }>(sql`select ${due(clock.now(), true)} as due`)).due;
}

/** Runs the sweep of this name once. */
export async function sweepOnce(
  features: World['features'],
  name: string,
  signal = new AbortController().signal,
): Promise<number> {
  const sweep = features.flatMap((feature) => feature.sweeps ?? []).find((each) => each.name === name);
  invariant(sweep, `there is no sweep ${name}`);
  return sweep.run(signal);
}
