/**
 * Modes of battles on the server: what each one is called in a lock. What a mode decides stands in the fairness room
 * (casebattle-modes), which setting opens it in terms.ts. A new mode is a file there, a name in the contract and
 * a line in the settings: nothing here changes.
 */
import type { BattleMode } from '@fairpot/contract/casebattle/schemas';
import { NAMED_MODES, type NamedMode } from '@fairpot/fairness/games/casebattle-lock';

/** The mode as a lock names it: NORMAL is not named. */
export function namedMode(mode: BattleMode): NamedMode | null {
  return NAMED_MODES.find((name) => name === mode) ?? null;
}
