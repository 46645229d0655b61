/** The market as a feature: contract bound to handlers, the sweeps that ask for prices, invariants. */
import {
  buyFromMarket,
  getMarketItem,
  listMarket,
  listMarketTypes,
  stockMarket,
  takeMarketTypes,
  takeQuotes,
} from '@fairpot/contract/schemas/market';
import type { Deps } from '../platform/process/deps.ts';
import type { Runner } from '../platform/runner/command.ts';
import { onAtomic, onCommand, onQuery, type Feature } from '../platform/runner/feature.ts';
import { buy, stock, takeAllQuotes, takeAllTypes } from './commands.ts';
import { marketInvariants } from './invariants.ts';
import { priceSweeps } from './price-sweeps.ts';
import { item, list, types } from './queries.ts';

export function marketFeature(deps: Deps, execute: Runner['execute']): Feature {
  return {
    name: 'market',
    bindings: [
      onQuery(listMarket, list(deps)),
      onQuery(listMarketTypes, types),
      onQuery(getMarketItem, item(deps)),
      onAtomic(buyFromMarket, buy(deps)),
      onCommand(takeMarketTypes, takeAllTypes(deps)),
      onCommand(takeQuotes, takeAllQuotes),
      ...(deps.config.mode === 'demo' ? [onCommand(stockMarket, stock(deps))] : []),
    ],
    sweeps: priceSweeps(deps, execute),
    invariants: marketInvariants,
  };
}
