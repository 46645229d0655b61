/** What no single order shows: profits of players, and price sources that disagree. Each sweep reads only the last day or the price list. */
import type { Deps } from '../platform/process/deps.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { typesInDoubt } from '../vault/types.ts';
import { profitOverLimit, profitSuspects } from './profits.ts';
import { sourcesApart } from './rules.ts';
import { BREAKER_SETTINGS } from './settings.ts';
import { followSources } from './sources.ts';
import { forgetFlows, isAnyStopped, trip } from './store.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Records the trips of players and groups who won more than the limit in 24 hours, so that staff see them. Their orders are refused anyway
 * (front.ts). One trip for a group. Returns how many.
 */
export async function checkProfits({ db, clock, log }: Deps): Promise<number> {
  const settings = await readSettings(db, BREAKER_SETTINGS);
  const now = clock.now();
  let tripped = 0;
  for (const playerId of await profitSuspects(db, settings['breaker.profitCents'])) {
    const over = await profitOverLimit(db, playerId, settings['breaker.profitCents'], now);
    if (over === null || (await isAnyStopped(db, over.group))) continue;
    const { figures } = over;
    if (!(await trip(db, { breaker: 'PROFIT', way: 'player', playerId, figures }, now))) continue;
    tripped += 1;
    log.warn({ playerId, ...figures }, 'circuit breaker tripped: profit');
  }
  return tripped;
}

/** Trips the breaker of price sources, or resets it once they agree again. Returns 1 when it changed. */
export async function checkPrices({ db, clock, log }: Deps): Promise<number> {
  const settings = await readSettings(db, BREAKER_SETTINGS);
  const doubt = await typesInDoubt(db, 'APART');
  const verdict = sourcesApart(doubt, settings['breaker.apartBps']);
  const now = clock.now();
  const figures = { typesApart: doubt.apart, types: doubt.types };
  return followSources({ db, log }, verdict, { breaker: 'PRICES', way: 'prices', playerId: null, figures }, now);
}

export async function forget({ db, clock }: Deps): Promise<number> {
  return forgetFlows(db, Math.floor(clock.now() / HOUR_MS));
}
