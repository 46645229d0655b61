/** The terms of battles from the settings: pause, the modes that can be opened, and the fee, which is zero. */
import { BattleMode } from '@fairpot/contract/casebattle/schemas';
import { CASEBATTLE_MAX_CASES, CASEBATTLE_MAX_USD } from '@fairpot/contract/casebattle/calls';
import { z } from 'zod';
import { settingsOf, type SettingTable, type StoredSettings } from '../../platform/runner/settings.ts';
import type { GameTerms } from '../kit/game-terms.ts';

const casebattleSettings = {
  'casebattle.paused': [z.boolean(), false],
  'casebattle.inverse': [z.boolean(), false, 'Battles can be opened in inverse mode, where the lowest value wins'],
} as const satisfies SettingTable;

/** The site's edge is part of the case prices: no fee is taken (rulings 3). */
export const FEE_BPS = 0;

/** The setting that opens each mode of battles; null: always open. */
const MODES = { NORMAL: null, INVERSE: 'casebattle.inverse' } as const satisfies Record<
  BattleMode,
  keyof typeof casebattleSettings | null
>;

export function battleTerms(stored: StoredSettings) {
  const settings = settingsOf(casebattleSettings, stored);
  const paused = settings['casebattle.paused'];
  /** Modes in which battles can be opened now. A battle keeps the mode it was opened in. */
  const openModes = BattleMode.options.filter((mode) => {
    const key = MODES[mode];
    return key === null || settings[key];
  });
  const published = { paused, modes: openModes, mostCases: CASEBATTLE_MAX_CASES, mostUsd: CASEBATTLE_MAX_USD };
  return { paused, openModes, published };
}

export const battles = {
  game: 'casebattle',
  settings: casebattleSettings,
  feeBps: () => FEE_BPS,
  published: (stored: StoredSettings) => battleTerms(stored).published,
} as const satisfies GameTerms;
