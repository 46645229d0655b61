/** States of the contract's table as SQL text: a partial index is only used if the statement contains the states as literals. */
import { statesIn, type TradePhase } from '@fairpot/contract/trades/states';
import type { Sql } from '../platform/database/sql.ts';

/** `('ACCEPTED', 'HELD')`: the states of these phases. */
export function statesSql(...phases: readonly TradePhase[]): Sql {
  const states = statesIn(...phases).map((state) => `'${state}'`);
  return { text: `(${states.join(', ')})`, values: [] };
}
