/** Many at once, and how each of them ended. For tests of races. */
import { Refused } from '../platform/refused.ts';
import type { World } from './world.ts';

export const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** 'ok', the refusal's code, or the text of an error that no test expects. */
export function endOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );
}

/** Starts all attempts at once: how often each end came. Every invariant holds afterwards. */
export async function raceIn(
  world: World,
  attempts: readonly (() => Promise<unknown>)[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const end of await Promise.all(attempts.map((attempt) => endOf(attempt()))))
    counts[end] = (counts[end] ?? 0) + 1;
  await world.checkInvariants();
  return counts;
}
