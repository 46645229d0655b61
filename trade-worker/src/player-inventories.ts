/**
 * Reads players' inventories on the trade page, where Steam shows us what it hides from others, and stores them for the site. The site
 * requests them (`steam_checks`); one inventory at a time, because Steam limits these pages strictly.
 */
import { claimInventoryRequests, recordInventory } from './store.ts';
import { whyOf } from './gateway-port.ts';
import type { WorkerParts } from './parts.ts';

/** Duration of a claim; a failed read is retried after it. */
const CLAIM_MS = 15_000;

/** Returns how many inventories it stored: one at most. */
export async function readPlayerInventory({
  db,
  gateway,
  clock,
  log,
}: Pick<WorkerParts, 'db' | 'gateway' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now();
  const [request] = await claimInventoryRequests(db, now, now + CLAIM_MS, 1);
  if (request === undefined) return 0;
  const at = clock.now();
  const seen = await gateway.partnerInventory(request.partner, request.token, request.appId);
  if (seen.kind === 'ok') return (await recordInventory(db, request, seen.value, at)) ? 1 : 0;
  const why = whyOf(seen);
  log.warn({ player: request.playerId, appId: request.appId, why }, 'player inventory unavailable');
  return 0;
}
