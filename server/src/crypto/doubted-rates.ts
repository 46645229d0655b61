/** Shows staff the coins whose rate sources disagree. */
import { followSources } from '../breakers/front.ts';
import type { Deps } from '../platform/process/deps.ts';
import { rateQuotes } from './rate-store.ts';

/**
 * Trips the breaker of each coin whose sources disagree, or resets it. Nothing of such a coin is credited or sent meanwhile: without two
 * rates that agree there is none (rules.ts). Returns how many changed.
 */
export async function checkRates(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let changed = 0;
  for (const { coin, lowUsd, highUsd, isApart } of await rateQuotes(deps.db, now)) {
    const sources = { breaker: 'RATES', way: `rates:${coin}`, playerId: null, figures: { lowUsd, highUsd } } as const;
    changed += await followSources(deps, isApart ? 'trip' : 'reset', sources, now);
  }
  return changed;
}
