/** Bodies of log entries by index, for readers of long ranges: bundles, the keeper. */
import { leafBodies } from '../games/kit/leaf-feed.ts';
import { invariant } from '../platform/runner/refused.ts';
import { columnOf, type Db } from '../platform/database/sql.ts';
import { entriesBetween } from './store.ts';

/** Canonical texts of the leaves [from, to), in order and complete. */
export async function bodiesBetween(db: Db, from: number, to: number): Promise<string[]> {
  const entries = await entriesBetween(db, from, to);
  const bodies = await leafBodies(db, columnOf(entries, 'leafId'));
  invariant(bodies.size === to - from, `leaves ${from} to ${to} are not all there`);
  return entries.map((entry) => bodies.get(entry.leafId) ?? '');
}
