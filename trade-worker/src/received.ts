/**
 * Offers that others send to our account: the site accepts none, so each is declined. A counter-offer to one of ours is among them; the
 * countered order is already over (rules.ts), and the site returns its items.
 */
import { whyOf } from './gateway-port.ts';
import type { WorkerParts } from './parts.ts';

/** Declined per poll: a flood of offers must not use up Steam's rate limit. */
const AT_ONCE = 10;

/** Returns how many were declined. If Steam fails now, the next poll retries. */
export async function declineReceived({ gateway, log }: WorkerParts): Promise<number> {
  const list = await gateway.received();
  if (list.kind !== 'ok') {
    log.warn({ why: whyOf(list) }, 'received offers unavailable');
    return 0;
  }
  let declined = 0;
  for (const offerId of list.value.slice(0, AT_ONCE)) {
    const done = await gateway.decline(offerId);
    log.info({ offer: offerId, done }, 'received offer declined');
    if (done.kind === 'ok') declined += 1;
  }
  return declined;
}
