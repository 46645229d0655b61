/**
 * Offers that others make to our account: the site takes none, so each is declined. A counter-offer to one of ours lies among them; the
 * order that was countered is over already (rules.ts), and its items are given back by the site.
 */
import { whyOf } from './gateway-port.ts';
import type { WorkerParts } from './parts.ts';

/** Declined in one look: a flood of offers must not use up what Steam lets us ask. */
const AT_ONCE = 10;

/** Says how many were declined. What Steam does not do now is tried again with the next look. */
export async function declineReceived({ gateway, log }: WorkerParts): Promise<number> {
  const list = await gateway.received();
  if (list.kind !== 'ok') {
    log.warn({ why: whyOf(list) }, 'offers to us were not shown');
    return 0;
  }
  let declined = 0;
  for (const offerId of list.value.slice(0, AT_ONCE)) {
    const done = await gateway.decline(offerId);
    log.info({ offer: offerId, done }, 'an offer to us is declined');
    if (done.kind === 'ok') declined += 1;
  }
  return declined;
}
