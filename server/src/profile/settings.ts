/** Settings of account closing that ADMIN can change while the server runs. */
import { z } from 'zod';
import { SettingCents, type SettingTable } from '../platform/runner/settings.ts';

export const CLOSING_SETTINGS = {
  // The waiting period of a closing: time to reconsider, and for the owner of an account that someone else got into.
  'closing.restMinutes': [
    z.number().int().min(1).max(43_200),
    1_440,
    'Minutes from a closing request until the closing starts',
  ],
  // The maximum that can be given up because it is too small for any withdrawal.
  'closing.giveUpCents': [SettingCents, 100, 'Maximum balance that a closing player may give up'],
  // Someone who finds a signed-in browser can neither export everything nor close the account.
  'profile.freshSignInMs': [
    z.number().int().min(60_000).max(2_592_000_000),
    10 * 60_000,
    'Maximum age of the sign-in for an export, a closing request or an API key',
  ],
  // GLI-19 A.4.4: five years. After that, the books of a closed account no longer name the person.
  'closing.booksDays': [
    z.number().int().min(1_826).max(36_500),
    1_827,
    'Days after closing until an account’s trades lose SteamID and trade link',
  ],
} as const satisfies SettingTable;
