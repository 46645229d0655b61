/** Tells the site what its own account could give, so that a player knows before ordering. A look that fails says nothing. */
import { recordStock } from './store.ts';
import { whyOf } from './gateway-port.ts';
import type { WorkerParts } from './parts.ts';

/** Games whose items are traded. */
const APPS = [730, 252490, 570] as const;

/** Says of how many games the account was seen whole. The account is named first: what a site holds lies somewhere. */
export async function lookAtStock({ db, gateway, clock, log, self }: WorkerParts): Promise<number> {
  await self.current();
  let seen = 0;
  for (const appId of APPS) {
    const at = clock.now();
    const stock = await gateway.stock(appId);
    if (stock.kind !== 'ok') {
      log.warn({ appId, why: whyOf(stock) }, 'our own inventory was not shown');
      continue;
    }
    await recordStock(db, appId, stock.value, at);
    seen += 1;
  }
  return seen;
}
