/** The ledger towards the platform: no calls of its own, only what holds over its tables. */
import type { Feature } from '../platform/runner/feature.ts';
import { ledgerInvariants } from './invariants.ts';

export function ledgerFeature(): Feature {
  return { name: 'ledger', bindings: [], invariants: ledgerInvariants };
}
