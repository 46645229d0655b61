/** What no single order shows: profits of players, and price sources that disagree. Each sweep reads only the last day or the price list. */
import { rateQuotes } from '../crypto/front.ts';
import type { Deps } from '../platform/process/deps.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { typesInDoubt } from '../vault/types.ts';
import { profitOverLimit, profitSuspects } from './profits.ts';
import { sourcesApart } from './rules.ts';
import { BREAKER_SETTINGS } from './settings.ts';
import { forgetFlows, isAnyStopped, openTripOf, resetTrip, trip, type NewTrip } from './store.ts';

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

/**
 * Shows staff each coin whose rate sources disagree. Nothing of it is credited or sent meanwhile: without two rates that agree there is
 * none (crypto/rules.ts). Returns how many changed.
 */
export async function checkRates({ db, clock, log }: Deps): Promise<number> {
  const now = clock.now();
  let changed = 0;
  for (const { coin, lowUsd, highUsd, isApart } of await rateQuotes(db, now)) {
    const verdict = isApart ? 'trip' : 'reset';
    const figures = { lowUsd, highUsd };
    changed += await followSources(
      { db, log },
      verdict,
      { breaker: 'RATES', way: `rates:${coin}`, playerId: null, figures },
      now,
    );
  }
  return changed;
}

/** Trips a breaker of sources, or resets it by itself. Returns 1 when it changed. */
async function followSources(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  verdict: 'trip' | 'reset' | null,
  sources: NewTrip,
  now: number,
): Promise<number> {
  const { breaker, way, figures } = sources;
  if (verdict === 'trip') {
    const isNew = await trip(db, sources, now);
    if (isNew) log.warn({ way, ...figures }, `circuit breaker tripped: ${breaker}`);
    return isNew ? 1 : 0;
  }
  const open = verdict === null ? undefined : await openTripOf(db, way);
  if (open === undefined) return 0;
  await db.transaction((tx) => resetTrip(tx, open, { by: null, why: 'The sources agree again', at: now }));
  log.info({ way }, `circuit breaker reset: ${breaker}`);
  return 1;
}

export async function forget({ db, clock }: Deps): Promise<number> {
  return forgetFlows(db, Math.floor(clock.now() / HOUR_MS));
}
