/**
 * Asking the sources: lists of whole games every ten minutes, and item by item a few at a time. A node claims its turn in the
 * database before it calls, so that any number of nodes asks no more than one would; what was said comes in by a command.
 */
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { takeQuotes } from '@fairpot/contract/market/schemas';
import type { Deps } from '../platform/process/deps.ts';
import type { PriceQuote, PriceSource } from '../platform/process/price-port.ts';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { Sweep } from '../platform/runner/feature.ts';
import { itemTypes, typesByMarketName } from '../vault/types.ts';
import { claimFeed, claimSpots, forgetDays } from './price-store.ts';

export const LIST_EVERY_MS = 10 * 60_000;
/** Five in 20 s: the source allows about 20 a minute. */
export const SPOTS_EVERY_MS = 20_000;
export const SPOTS = 5;
/** A figure is good for a day: each type is asked about often enough to survive some failures. */
export const SPOT_AGAIN_MS = 6 * 60 * 60_000;
const LOOK_MS = 5_000;
/** Types of one command: what is judged together is held together. */
const CHUNK = 1_000;
/** How often days that no chart shows any more are looked for. */
const FORGET_MS = 10 * 60_000;
/** Of no game: spots of all games take turns. */
const ANY_GAME = 0;

export function priceSweeps(deps: Deps, execute: Runner['execute']): Sweep[] {
  const asking = deps.gateways.prices.map((source) =>
    source.kind === 'list' ? listSweep(deps, execute, source) : spotSweep(deps, execute, source),
  );
  const forgetting: Sweep = {
    name: 'market.days',
    everyMs: FORGET_MS,
    run: () => forgetDays(deps.db, deps.clock.now()),
  };
  return [...asking, forgetting];
}

type Of<K extends PriceSource['kind']> = Extract<PriceSource, { kind: K }>;

function listSweep(deps: Deps, execute: Runner['execute'], source: Of<'list'>): Sweep {
  return {
    name: `market.prices.${source.name}`,
    everyMs: LOOK_MS,
    run: async (signal) => {
      let done = 0;
      for (const { appId } of MARKET_GAMES) {
        if (signal.aborted) break;
        if (!(await claimFeed(deps.db, source.name, appId, deps.clock.now(), LIST_EVERY_MS))) continue;
        const read = await source.read(appId);
        if (read.kind === 'ok') await takeList(deps, execute, source.name, appId, read.value);
        else deps.log.warn({ source: source.name, appId, why: read.why }, 'prices were not read');
        done += 1;
      }
      return done;
    },
  };
}

async function takeList(
  deps: Deps,
  execute: Runner['execute'],
  source: PriceSource['name'],
  appId: number,
  quotes: readonly PriceQuote[],
): Promise<void> {
  for (let from = 0; from < quotes.length; from += CHUNK) {
    const part = quotes.slice(from, from + CHUNK);
    const types = await typesByMarketName(
      deps.db,
      appId,
      part.map((quote) => quote.marketHashName),
    );
    const known = part.flatMap(({ marketHashName, ...quote }) => {
      const slug = types.get(marketHashName)?.slug;
      return slug === undefined ? [] : [{ slug, ...quote }];
    });
    if (known.length > 0) await execute(takeQuotes, SYSTEM, { source, quotes: known });
  }
}

function spotSweep(deps: Deps, execute: Runner['execute'], source: Of<'spot'>): Sweep {
  return {
    name: `market.prices.${source.name}`,
    everyMs: LOOK_MS,
    run: async (signal) => {
      const now = deps.clock.now();
      if (!(await claimFeed(deps.db, source.name, ANY_GAME, now, SPOTS_EVERY_MS))) return 0;
      const slugs = await claimSpots(deps.db, SPOTS, now, SPOT_AGAIN_MS);
      const types = await itemTypes(deps.db, slugs);
      const quotes = [];
      for (const { slug, appId, marketHashName } of types.values()) {
        if (signal.aborted) break;
        const read = await source.read(appId, marketHashName);
        if (read.kind === 'ok') quotes.push({ slug, quote: read.value });
        else deps.log.debug({ source: source.name, slug, why: read.why }, 'a price was not read');
      }
      const said = quotes.map(({ slug, quote: { cents, quantity, quotedAt } }) => ({
        slug,
        cents,
        quantity,
        quotedAt,
      }));
      if (said.length > 0) await execute(takeQuotes, SYSTEM, { source: source.name, quotes: said });
      return slugs.length;
    },
  };
}
