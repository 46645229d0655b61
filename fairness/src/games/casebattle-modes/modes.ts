/**
 * The modes that the protocol knows, by the name that a lock carries. A lock of a NORMAL battle carries none, so that
 * records written before there were modes keep their hash; every other mode is named.
 */
import { inverse } from './inverse.ts';
import type { CasebattleModeRules } from './mode.ts';
import { normal } from './normal.ts';

export const NAMED_MODES = ['INVERSE'] as const;
export type NamedMode = (typeof NAMED_MODES)[number];

const RULES: Readonly<Record<NamedMode, CasebattleModeRules>> = { INVERSE: inverse };

/** The rules of the mode that a lock names; of NORMAL when it names none. */
export function modeOf(lock: { readonly mode?: NamedMode }): CasebattleModeRules {
  return lock.mode === undefined ? normal : RULES[lock.mode];
}
