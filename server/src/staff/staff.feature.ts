/** Staff's side of the site: the settings that every client reads first, the audit log, notes about players. */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { listSettings } from '@fairpot/contract/settings/schemas';
import { listStaffActs } from '@fairpot/contract/staff/schemas';
import { addUserNote, listUserNotes } from '@fairpot/contract/staff/users/schemas';
import { pausedSystems } from '@fairpot/contract/operations/pauses/calls';
import { publishedSettings } from '../games/games.ts';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, onReplicaQuery, type Feature } from '../platform/runner/feature.ts';
import { actsFor } from './acts.ts';
import { addNote, notesOf } from './notes.ts';
import {
  acceptedApps,
  settingsOf,
  SITE_SETTINGS,
  steamStakeApp,
  storedSettings,
  type StoredSettings,
} from '../platform/runner/settings.ts';

export function staffFeature(deps: Deps): Feature {
  return {
    name: 'staff',
    bindings: [
      onReplicaQuery(listSettings, async ({ db }) => publicSettings(deps, await storedSettings(db))),
      onQuery(listStaffActs, actsFor),
      onQuery(listUserNotes, notesOf),
      onCommand(addUserNote, addNote),
    ],
  };
}

/** Limits, fees, mode, and the beacon that the page pins to verify results by itself. */
function publicSettings({ config, drandChain }: Deps, stored: StoredSettings): CallOutput<typeof listSettings> {
  const set = settingsOf(SITE_SETTINGS, stored);
  const { chainHash, publicKey, genesisMs, periodMs, scheme } = drandChain;
  return {
    global: { appid: set['global.appid'], snow: set['global.snow'], mode: config.mode },
    deposit: {
      mindep: usd(cents(set['deposit.mindepCents'])),
      maxCount: set['deposit.maxCount'],
      appIds: acceptedApps(set),
      stakeApp: steamStakeApp(set),
    },
    paused: pausedSystems(stored),
    ...publishedSettings(stored),
    beacon: {
      simulated: config.mode === 'demo',
      url: config.drand.base,
      drand: { chainHash, publicKey, genesisMs, periodMs, scheme },
    },
  };
}
