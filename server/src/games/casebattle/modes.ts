/**
 * Modes of battles on the server: the name of each in a lock. The fairness package defines what a mode decides (casebattle-modes),
 * terms.ts which setting opens it. A new mode is a file there, a name in the contract and a line in the settings: nothing here
 * changes.
 */
import type { BattleMode } from '@fairpot/contract/casebattle/schemas';
import { NAMED_MODES, type NamedMode } from '@fairpot/fairness/games/casebattle-lock';

/** The name of the mode in a lock: NORMAL is not named. */
export function namedMode(mode: BattleMode): NamedMode | null {
  return NAMED_MODES.find((name) => name === mode) ?? null;
}
