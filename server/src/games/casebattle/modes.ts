/**
 * Modes of battles on the server: by which setting each one is open, and what it is called in a lock. What a mode decides
 * stands in the fairness room (casebattle-modes). A new mode is a file there, a name in the contract and a line here.
 */
import type { BattleMode } from '@fairpot/contract/casebattle';
import { NAMED_MODES, type NamedMode } from '@fairpot/fairness/casebattle-modes/modes';
import type { SettingKey, SettingValues } from '../../platform/settings.ts';

/** The setting that opens a mode; null: always open. */
const OPENED_BY = { NORMAL: null, INVERSE: 'casebattle.inverse' } as const satisfies Record<
  BattleMode,
  SettingKey | null
>;

/** Modes that battles can be opened in now. A battle keeps the mode that it was opened in. */
export function openModes(settings: SettingValues): BattleMode[] {
  return Object.entries(OPENED_BY).flatMap(([mode, key]) =>
    key === null || settings[key] ? [mode as BattleMode] : [],
  );
}

/** The mode as a lock names it: NORMAL is not named. */
export function namedMode(mode: BattleMode): NamedMode | null {
  return NAMED_MODES.find((name) => name === mode) ?? null;
}
