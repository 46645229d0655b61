/** What ADMIN can change of the closing of accounts while the server runs. */
import { z } from 'zod';
import { SettingCents, type SettingTable } from '../platform/runner/settings.ts';

export const CLOSING_SETTINGS = {
  // How long a closing rests before it begins: time to think it over, and for the owner of an account that somebody else got into.
  'closing.restMinutes': [z.number().int().min(1).max(43_200), 1_440],
  // The most that can be given up where no way out carries so little.
  'closing.giveUpCents': [SettingCents, 100],
} as const satisfies SettingTable;
