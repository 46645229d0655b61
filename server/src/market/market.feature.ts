/** The market as a feature: contract bound to handlers, sweeps that fetch prices and list stock, invariants. */
import {
  buyFromMarket,
  getMarketItem,
  getPriceTerms,
  listMarket,
  listMarketTypes,
  restockMarket,
  seedMarket,
  importItemTypes,
  storeQuotes,
} from '@fairpot/contract/market/schemas';
import type { Deps } from '../platform/process/deps.ts';
import type { Runner } from '../platform/runner/command.ts';
import { onCommand, onReplicaQuery, type Feature } from '../platform/runner/feature.ts';
import { buy } from './buy.ts';
import { restock, seedStock, storeAllQuotes, importAllTypes } from './commands.ts';
import { marketInvariants } from './invariants.ts';
import { priceSweeps } from './price-sweeps.ts';
import { item, list, terms, types } from './queries.ts';
import { restockSweeps } from './restock-sweeps.ts';

export function marketFeature(deps: Deps, execute: Runner['execute']): Feature {
  return {
    name: 'market',
    bindings: [
      onReplicaQuery(listMarket, list(deps)),
      onReplicaQuery(listMarketTypes, types),
      onReplicaQuery(getMarketItem, item(deps)),
      onReplicaQuery(getPriceTerms, terms(deps)),
      onCommand(buyFromMarket, buy(deps)),
      onCommand(importItemTypes, importAllTypes(deps)),
      onCommand(storeQuotes, storeAllQuotes),
      onCommand(restockMarket, restock(deps)),
      ...(deps.config.mode === 'demo' ? [onCommand(seedMarket, seedStock(deps))] : []),
    ],
    sweeps: [...priceSweeps(deps, execute), ...restockSweeps(deps, execute)],
    invariants: marketInvariants,
  };
}
