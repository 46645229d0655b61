/** Stores what our own account could give, so that a player knows before ordering. A failed read changes nothing. */
import { recordStock } from './store.ts';
import { whyOf } from './gateway-port.ts';
import type { WorkerParts } from './parts.ts';

/** Games whose items are traded. */
const APPS = [730, 252490, 570] as const;

/** Returns for how many games the inventory was read in full. Records the account first: a statement names where holdings are. */
export async function readOwnStock({ db, gateway, clock, log, self }: WorkerParts): Promise<number> {
  await self.current();
  let seen = 0;
  for (const appId of APPS) {
    const at = clock.now();
    const stock = await gateway.stock(appId);
    if (stock.kind !== 'ok') {
      log.warn({ appId, why: whyOf(stock) }, 'own inventory unavailable');
      continue;
    }
    await recordStock(db, appId, stock.value, at);
    seen += 1;
  }
  return seen;
}
