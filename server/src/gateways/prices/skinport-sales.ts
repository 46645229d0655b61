/**
 * Prices of phases: Skinport's sales. Its list of offers has one entry for a name; the sales have one for each `version` of it, which for
 * a Doppler is the phase. The answer is cached there for five minutes and counts against eight requests in five minutes.
 */
import { z } from 'zod';
import type { PriceQuote, PriceSource } from '../../platform/process/price-port.ts';
import type { Clock } from '../../platform/process/ports.ts';
import type { PortOutcome } from '../../platform/process/steam-port.ts';
import { BROTLI, CS2, fetchList, LIST_TIMEOUT_MS, MAX_USD, readPhases, type PhaseOffer } from './list-quotes.ts';

const EVERY_MS = 10 * 60_000;
/** With fewer sales in a week, the sales of a month count. */
const WEEK_SALES = 5;

const Period = z.object({ median: z.number().positive().max(MAX_USD).nullable(), volume: z.number().int().min(0) });
/** One version of a name; other fields are not used. */
const Entry = z.object({
  market_hash_name: z.string().min(1).max(300),
  version: z.string().min(1).max(40),
  currency: z.literal('USD'),
  last_7_days: Period,
  last_30_days: Period,
});

export function skinportSales(base: string, clock: Clock, timeoutMs: number = LIST_TIMEOUT_MS): PriceSource {
  return {
    kind: 'list',
    name: 'skinportsales',
    everyMs: EVERY_MS,
    async read(appId): Promise<PortOutcome<readonly PriceQuote[]>> {
      if (appId !== CS2) return { kind: 'ok', value: [] };
      const url = `${base}/v1/sales/history?app_id=${appId}&currency=USD`;
      return fetchList({ url, headers: BROTLI, timeoutMs }, (answer) =>
        Array.isArray(answer) ? readPhases(answer.flatMap(salesOf), clock.now()) : null,
      );
    },
  };
}

/** The median sale of a phase, and the number of sales behind it. */
function salesOf(entry: unknown): PhaseOffer[] {
  const parsed = Entry.safeParse(entry);
  if (!parsed.success) return [];
  const { market_hash_name: name, version, last_7_days: week, last_30_days: month } = parsed.data;
  const { median, volume } = week.volume >= WEEK_SALES ? week : month;
  return median === null ? [] : [{ name, phase: version, cents: Math.floor(median * 100), quantity: volume }];
}
