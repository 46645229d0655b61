/** Circuit breakers as a feature: the desk's calls and the sweeps. What they stop is refused where value enters or leaves (front.ts). */
import { listBreakerTrips, resetBreaker } from '@fairpot/contract/operations/breakers/schemas';
import type { Db } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, type Feature, type FeatureGauge } from '../platform/runner/feature.ts';
import { listTrips, reset } from './desk.ts';
import { countOpenTrips } from './store.ts';
import { checkPrices, checkProfits, forget } from './sweeps.ts';

const CHECK_EVERY_MS = 30_000;
const FORGET_EVERY_MS = 60 * 60_000;

export function breakersFeature(deps: Deps): Feature {
  return {
    name: 'breakers',
    bindings: [onQuery(listBreakerTrips, listTrips), onCommand(resetBreaker, reset)],
    gauges: () => breakerGauges(deps.db),
    sweeps: [
      { name: 'breakers.profits', everyMs: CHECK_EVERY_MS, run: () => checkProfits(deps) },
      { name: 'breakers.prices', everyMs: CHECK_EVERY_MS, run: () => checkPrices(deps) },
      { name: 'breakers.forget', everyMs: FORGET_EVERY_MS, run: () => forget(deps) },
    ],
  };
}

async function breakerGauges(db: Db): Promise<FeatureGauge[]> {
  return (await countOpenTrips(db)).map(({ breaker, count }) => ({
    name: 'fairpot_breakers_tripped',
    help: 'Breakers that stop a way or a player now',
    labels: { breaker },
    value: count,
  }));
}
