/** What ADMIN can change of the closing of accounts while the server runs. */
import { z } from 'zod';
import { SettingCents, type SettingTable } from '../platform/runner/settings.ts';

export const CLOSING_SETTINGS = {
  // How long a closing rests before it begins: time to think it over, and for the owner of an account that somebody else got into.
  'closing.restMinutes': [
    z.number().int().min(1).max(43_200),
    1_440,
    'Minutes between asking for the closing of an account and its beginning',
  ],
  // The most that can be given up where no way out carries so little.
  'closing.giveUpCents': [SettingCents, 100, 'Most of a balance that a player who closes may give up'],
  // Whoever finds a browser signed in neither takes everything with them nor ends the account.
  'profile.freshSignInMs': [
    z.number().int().min(60_000).max(2_592_000_000),
    10 * 60_000,
    'How old the sign-in may be that asks for an export or the closing of an account',
  ],
  // GLI-19 A.4.4: five years. Then the books of a closed account no longer say who its person was.
  'closing.booksDays': [
    z.number().int().min(1_826).max(36_500),
    1_827,
    'Days after its closing that the trades of an account still say its SteamID and trade link',
  ],
} as const satisfies SettingTable;
