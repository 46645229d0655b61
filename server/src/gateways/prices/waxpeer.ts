/** Prices of phases: the offers of Doppler finishes at Waxpeer, one entry an offer. The lowest of a phase counts. */
import { z } from 'zod';
import { LIST_EVERY_MS, type PriceQuote, type PriceSource } from '../../platform/process/price-port.ts';
import type { Clock } from '../../platform/process/ports.ts';
import type { PortOutcome } from '../../platform/process/steam-port.ts';
import { CS2, fetchList, LIST_TIMEOUT_MS, MAX_USD, readPhases, type PhaseOffer } from './list-quotes.ts';

/** Its prices are in thousandths of a dollar. */
const MILLS_A_CENT = 10;

const Answer = z.object({ success: z.literal(true), items: z.array(z.unknown()) });
const Offer = z.object({
  name: z.string().min(1).max(300),
  phase: z.string().min(1).max(40),
  price: z
    .number()
    .int()
    .positive()
    .max(MAX_USD * 1_000),
});

export function waxpeer(base: string, clock: Clock, timeoutMs: number = LIST_TIMEOUT_MS): PriceSource {
  return {
    kind: 'list',
    name: 'waxpeer',
    everyMs: LIST_EVERY_MS,
    async read(appId): Promise<PortOutcome<readonly PriceQuote[]>> {
      if (appId !== CS2) return { kind: 'ok', value: [] };
      const url = `${base}/v1/prices/dopplers?phase=any&minified=1`;
      return fetchList({ url, timeoutMs }, (answer) => {
        const parsed = Answer.safeParse(answer);
        return parsed.success ? readPhases(parsed.data.items.flatMap(offerOf), clock.now()) : null;
      });
    },
  };
}

function offerOf(entry: unknown): PhaseOffer[] {
  const parsed = Offer.safeParse(entry);
  if (!parsed.success) return [];
  const { name, phase, price } = parsed.data;
  return [{ name, phase, cents: Math.floor(price / MILLS_A_CENT), quantity: 1 }];
}
