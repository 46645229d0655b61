/** The price sources that the configuration names. */
import type { Config } from '../../platform/process/config.ts';
import type { Clock } from '../../platform/process/ports.ts';
import type { PriceSource } from '../../platform/process/price-port.ts';
import { marketCsgo } from './market-csgo.ts';
import { priceOverview } from './price-overview.ts';
import { skinportSales } from './skinport-sales.ts';
import { skinport } from './skinport.ts';
import { waxpeer } from './waxpeer.ts';

/** Empty if the configuration has no addresses. */
export function makePriceSources(prices: Config['prices'], clock: Clock): PriceSource[] {
  if (prices === null) return [];
  const { listBase, marketCsgoBase, waxpeerBase, spotBase } = prices;
  return [
    skinport(listBase),
    ...(marketCsgoBase === null ? [] : [marketCsgo(marketCsgoBase)]),
    // A price of a phase needs both.
    ...(waxpeerBase === null ? [] : [skinportSales(listBase, clock), waxpeer(waxpeerBase, clock)]),
    priceOverview(spotBase, clock),
  ];
}
