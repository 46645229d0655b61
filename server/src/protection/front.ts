/** The one door into player protection for others: whether a player is excluded. */
import type { Db } from '../platform/database/sql.ts';
import { blockAt } from './rules.ts';
import { blockOf, guardOf } from './store.ts';

/** The exclusion that a player is under and until when, epoch ms (null: for good, or until they come back); null: none. */
export async function exclusionOf(db: Db, playerId: string): Promise<{ readonly until: number | null } | null> {
  const guard = await guardOf(db, playerId);
  const block = blockAt(guard.now, blockOf(guard));
  return block?.kind === 'EXCLUDED' ? { until: block.until } : null;
}
