/** The market's own intake: imports new item types, and lists items that the house acquired. */
import { restockMarket, importItemTypes } from '@fairpot/contract/market/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { Sweep } from '../platform/runner/feature.ts';
import { houseHoldsUnsold } from '../vault/items.ts';
import { hasNewTypes } from './price-store.ts';

/** Clients are notified after each run that found something. */
const RESTOCK_MS = 30_000;
const TYPES_MS = 60_000;

export function restockSweeps(deps: Deps, execute: Runner['execute']): Sweep[] {
  return [
    {
      name: 'market.types',
      everyMs: TYPES_MS,
      run: async () => {
        if (!(await hasNewTypes(deps.db))) return 0;
        await execute(importItemTypes, SYSTEM, {});
        return 1;
      },
    },
    {
      name: 'market.restock',
      everyMs: RESTOCK_MS,
      // Usually there is nothing: skip the transaction.
      run: async () => ((await houseHoldsUnsold(deps.db)) ? (await execute(restockMarket, SYSTEM, {})).items : 0),
    },
  ];
}
