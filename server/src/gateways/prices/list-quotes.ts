/** Shared by the price lists: each entry is checked on its own, and a name that appears twice is dropped. */
import { z } from 'zod';
import { isPhase, phasedTo } from '../../platform/process/steam-details.ts';
import type { PriceQuote } from '../../platform/process/price-port.ts';
import type { PortOutcome } from '../../platform/process/steam-port.ts';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';

/** The game whose lists have phases. */
export const CS2 = 730;
export const LIST_TIMEOUT_MS = 20_000;
/** A whole game has about 20,000 items of 500 bytes. */
const LIST_BYTES = 32 * 1024 * 1024;
/** More expensive than anything ever sold: an error of the source. */
export const MAX_USD = 10_000_000;

/** Skinport answers 406 without it. */
export const BROTLI = { 'accept-encoding': 'br' };

interface ListRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** One request for a whole list. `read` gets the parsed answer; null: it is not what the source documents. */
export async function fetchList(
  { url, headers, timeoutMs }: ListRequest,
  read: (answer: unknown) => readonly PriceQuote[] | null,
): Promise<PortOutcome<readonly PriceQuote[]>> {
  const answer = await boundedFetch(url, {
    headers: { accept: 'application/json', ...headers },
    timeoutMs,
    maxBytes: LIST_BYTES,
  });
  if (answer.kind === 'failed') return { kind: 'unavailable', why: answer.why };
  if (answer.status !== 200) return { kind: 'unavailable', why: `status ${answer.status}` };
  const value = read(parseJson(answer.body));
  return value === null ? { kind: 'unavailable', why: 'not a list of prices in dollars' } : { kind: 'ok', value };
}

const Named = z.object({ market_hash_name: z.string().min(1).max(300) });

/** Reads the quote of an entry; null for a broken one, which does not affect the others. */
export type ReadEntry = (entry: unknown) => Omit<PriceQuote, 'marketHashName'> | null;

export function readQuotes(list: readonly unknown[], read: ReadEntry): PriceQuote[] {
  const byName = new Map<string, PriceQuote | null>();
  for (const entry of list) {
    const named = Named.safeParse(entry);
    if (!named.success) continue;
    const { market_hash_name: marketHashName } = named.data;
    const quote = byName.has(marketHashName) ? null : read(entry);
    byName.set(marketHashName, quote !== null && quote.cents > 0 ? { marketHashName, ...quote } : null);
  }
  return [...byName.values()].filter((quote) => quote !== null);
}

/** One offer of a phase, or the sales of it, under Steam's own name. */
export interface PhaseOffer {
  readonly name: string;
  readonly phase: string;
  readonly cents: number;
  readonly quantity: number;
}

/** Quotes of types of a phase: the lowest price of each and all offers together. An unknown phase is left out. */
export function readPhases(offers: readonly PhaseOffer[], quotedAt: number): PriceQuote[] {
  const byName = new Map<string, PriceQuote>();
  for (const { name, phase, cents, quantity } of offers) {
    if (cents <= 0 || !isPhase(phase) || !name.includes('Doppler')) continue;
    const marketHashName = phasedTo(name, phase);
    const known = byName.get(marketHashName);
    const lowest = Math.min(cents, known?.cents ?? cents);
    byName.set(marketHashName, {
      marketHashName,
      cents: lowest,
      quantity: quantity + (known?.quantity ?? 0),
      quotedAt,
    });
  }
  return [...byName.values()];
}
