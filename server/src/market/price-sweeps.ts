/**
 * Reads the price sources: whole lists per game every two minutes, and single items a few at a time. A node claims its turn in the database
 * before it calls, so any number of nodes sends no more requests than one would. Quotes are stored by a command.
 */
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { storeQuotes } from '@fairpot/contract/market/schemas';
import type { Deps } from '../platform/process/deps.ts';
import type { PriceQuote, PriceSource } from '../platform/process/price-port.ts';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { Sweep } from '../platform/runner/feature.ts';
import { itemTypes, typesByMarketName } from '../vault/types.ts';
import { anyFeedDueSql, claimFeeds, claimSpots, forgetDays, learnSteamShare } from './price-store.ts';
import { columnOf } from '../platform/database/sql.ts';

/** A list is stored in full this often. In between only prices that moved are stored, so that a fall counts soon. */
export const WHOLE_EVERY_MS = 10 * 60_000;
const MOVED_PERCENT = 2;
/** Five per 20 s: the source allows about 20 a minute. */
export const SPOTS_EVERY_MS = 20_000;
export const SPOTS = 5;
/** A quote is good for a day: each type is read often enough to survive some failures. */
export const SPOT_AGAIN_MS = 6 * 60 * 60_000;
const LOOK_MS = 5_000;
/** Types per command: types that are judged together are locked together. */
const CHUNK = 1_000;
/** How often outdated daily prices are deleted. */
const FORGET_MS = 10 * 60_000;
/** How often Steam's price ratio is recalculated. */
const LEARN_MS = 60 * 60_000;
/** No game: single-item queries rotate through all games. */
const ANY_GAME = 0;
const GAMES = MARKET_GAMES.map(({ appId }) => appId);

export function priceSweeps(deps: Deps, execute: Runner['execute']): Sweep[] {
  const asking = deps.gateways.prices.map((source) =>
    source.kind === 'list' ? listSweep(deps, execute, source) : spotSweep(deps, execute, source),
  );
  const learning: Sweep = {
    name: 'market.steam',
    everyMs: LOOK_MS,
    due: (now) => anyFeedDueSql('steam', GAMES, now),
    isUpkeep: true,
    run: async () => {
      const now = deps.clock.now();
      const claimed = await claimFeeds(deps.db, 'steam', GAMES, now, LEARN_MS);
      for (const appId of claimed) await learnSteamShare(deps.db, appId, now);
      return claimed.length;
    },
  };
  const forgetting: Sweep = {
    name: 'market.days',
    everyMs: FORGET_MS,
    run: () => forgetDays(deps.db, deps.clock.now()),
  };
  return [...asking, learning, forgetting];
}

type SourceOf<K extends PriceSource['kind']> = Extract<PriceSource, { kind: K }>;

function listSweep(deps: Deps, execute: Runner['execute'], source: SourceOf<'list'>): Sweep {
  const moved = new Map(MARKET_GAMES.map(({ appId }) => [appId, new MovedQuotes()]));
  return {
    name: `market.prices.${source.name}`,
    everyMs: LOOK_MS,
    due: (now) => anyFeedDueSql(source.name, GAMES, now),
    isUpkeep: true,
    run: async (signal) => {
      const claimed = await claimFeeds(deps.db, source.name, GAMES, deps.clock.now(), source.everyMs);
      for (const appId of claimed) {
        if (signal.aborted) break;
        const read = await source.read(appId);
        const quotes = read.kind === 'ok' ? (moved.get(appId)?.of(read.value, deps.clock.now()) ?? read.value) : [];
        if (read.kind === 'ok') await takeList(deps, execute, source.name, appId, quotes);
        else deps.log.warn({ source: source.name, appId, why: read.why }, 'price list unavailable');
      }
      return claimed.length;
    },
  };
}

/** Filters each reading of a list: all prices from time to time, otherwise only those that moved since they were last stored. */
class MovedQuotes {
  readonly #taken = new Map<string, PriceQuote>();
  #wholeAt = -Infinity;

  of(quotes: readonly PriceQuote[], now: number): readonly PriceQuote[] {
    const isWhole = now - this.#wholeAt >= WHOLE_EVERY_MS;
    if (isWhole) this.#taken.clear();
    if (isWhole) this.#wholeAt = now;
    const news = quotes.filter((quote) => hasMoved(quote, this.#taken.get(quote.marketHashName)));
    for (const quote of news) this.#taken.set(quote.marketHashName, quote);
    return news;
  }
}

/** True if the price moved by some percent, or the number of offers by half. */
function hasMoved({ cents, quantity }: PriceQuote, taken: PriceQuote | undefined): boolean {
  if (taken === undefined) return true;
  const hasPrice = Math.abs(cents - taken.cents) * 100 >= MOVED_PERCENT * taken.cents;
  return hasPrice || Math.abs(quantity - taken.quantity) * 2 >= taken.quantity;
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
    const types = await typesByMarketName(deps.db, appId, columnOf(part, 'marketHashName'));
    const known = part.flatMap(({ marketHashName, ...quote }) => {
      const slug = types.get(marketHashName)?.slug;
      return slug === undefined ? [] : [{ slug, ...quote }];
    });
    if (known.length > 0) await execute(storeQuotes, SYSTEM, { source, quotes: known });
  }
}

function spotSweep(deps: Deps, execute: Runner['execute'], source: SourceOf<'spot'>): Sweep {
  return {
    name: `market.prices.${source.name}`,
    everyMs: LOOK_MS,
    due: (now) => anyFeedDueSql(source.name, [ANY_GAME], now),
    isUpkeep: true,
    run: async (signal) => {
      const now = deps.clock.now();
      if ((await claimFeeds(deps.db, source.name, [ANY_GAME], now, SPOTS_EVERY_MS)).length === 0) return 0;
      const slugs = await claimSpots(deps.db, SPOTS, now, SPOT_AGAIN_MS);
      const types = await itemTypes(deps.db, slugs);
      const quotes = [];
      for (const { slug, appId, marketHashName } of types.values()) {
        if (signal.aborted) break;
        const read = await source.read(appId, marketHashName);
        if (read.kind === 'ok') quotes.push({ slug, quote: read.value });
        else deps.log.debug({ source: source.name, slug, why: read.why }, 'price unavailable');
      }
      const said = quotes.map(({ slug, quote: { cents, quantity, quotedAt } }) => ({
        slug,
        cents,
        quantity,
        quotedAt,
      }));
      if (said.length > 0) await execute(storeQuotes, SYSTEM, { source: source.name, quotes: said });
      return slugs.length;
    },
  };
}
