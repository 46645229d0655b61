/**
 * Looks at inventories of players on the trade page, where Steam shows us what it hides from others, and tells the site. The site
 * asks (`steam_looks`); one inventory at a time, as Steam bears few of these pages.
 */
import { claimLooks, recordLook } from './store.ts';
import { whyOf } from './gateway-port.ts';
import type { WorkerParts } from './parts.ts';

/** A claim; a look that failed is tried again after it. */
const CLAIM_MS = 15_000;

/** Says of how many players it saw the inventory: one at most. */
export async function lookAtPlayers({
  db,
  gateway,
  clock,
  log,
}: Pick<WorkerParts, 'db' | 'gateway' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now();
  const [wish] = await claimLooks(db, now, now + CLAIM_MS, 1);
  if (wish === undefined) return 0;
  const at = clock.now();
  const seen = await gateway.partnerInventory(wish.partner, wish.token, wish.appId);
  if (seen.kind === 'ok') return (await recordLook(db, wish, seen.value, at)) ? 1 : 0;
  const why = whyOf(seen);
  log.warn({ player: wish.playerId, appId: wish.appId, why }, 'a player’s inventory was not shown');
  return 0;
}
