/** The rules of the modes, by the name in a lock (../casebattle-lock.ts). */
import type { NamedMode } from '../casebattle-lock.ts';
import { inverse } from './inverse.ts';
import type { CasebattleModeRules } from './mode.ts';
import { normal } from './normal.ts';

const RULES: Readonly<Record<NamedMode, CasebattleModeRules>> = { INVERSE: inverse };

/** The rules of the mode that a lock names; of NORMAL when it names none. */
export function modeOf(lock: { readonly mode?: NamedMode }): CasebattleModeRules {
  return lock.mode === undefined ? normal : RULES[lock.mode];
}
