/** The price sources that the configuration names. */
import type { Config } from '../../platform/process/config.ts';
import type { Clock } from '../../platform/process/ports.ts';
import type { PriceSource } from '../../platform/process/price-port.ts';
import { marketCsgo } from './market-csgo.ts';
import { priceOverview } from './price-overview.ts';
import { skinport } from './skinport.ts';

/** Empty if the configuration has no addresses. */
export function makePriceSources(prices: Config['prices'], clock: Clock): PriceSource[] {
  if (prices === null) return [];
  const { listBase, marketCsgoBase, spotBase } = prices;
  const second = marketCsgoBase === null ? [] : [marketCsgo(marketCsgoBase)];
  return [skinport(listBase), ...second, priceOverview(spotBase, clock)];
}
