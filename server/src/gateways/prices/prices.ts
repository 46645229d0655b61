/** The sources of prices that the configuration names. */
import type { Config } from '../../platform/process/config.ts';
import type { Clock } from '../../platform/process/ports.ts';
import type { PriceSource } from '../../platform/process/price-port.ts';
import { priceOverview } from './price-overview.ts';
import { skinport } from './skinport.ts';

/** None where the configuration has no addresses. */
export function makePriceSources(prices: Config['prices'], clock: Clock): PriceSource[] {
  return prices === null ? [] : [skinport(prices.listBase), priceOverview(prices.spotBase, clock)];
}
