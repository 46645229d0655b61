/** Staff's side of the site. Today: the settings that every client reads before anything else. */
import type { OutputOf } from '@fairpot/contract/call';
import { CASEBATTLE_MOST_CASES, CASEBATTLE_MOST_USD } from '@fairpot/contract/casebattle';
import { cents, usd } from '@fairpot/contract/money';
import { listSettings } from '@fairpot/contract/settings';
import type { Deps } from '../platform/process/deps.ts';
import { onQuery, type Feature } from '../platform/runner/feature.ts';
import { openModes, readSettings, type SettingValues } from '../platform/runner/settings.ts';

export function staffFeature(deps: Deps): Feature {
  return {
    name: 'staff',
    bindings: [onQuery(listSettings, async ({ db }) => publicSettings(deps, await readSettings(db)))],
  };
}

/** Limits, fees, mode and the beacon that the page pins to verify results by itself. */
function publicSettings({ config, drandChain }: Deps, set: SettingValues): OutputOf<typeof listSettings> {
  const { chainHash, publicKey, genesisMs, periodMs, scheme } = drandChain;
  return {
    global: { appid: set['global.appid'], snow: set['global.snow'], mode: config.mode },
    deposit: { mindep: usd(cents(set['deposit.mindepCents'])), maxCount: set['deposit.maxCount'] },
    coinflip: { minbet: usd(cents(set['coinflip.minbetCents'])), feeBps: set['coinflip.feeBps'] },
    jackpot: { minbet: usd(cents(set['jackpot.minbetCents'])), feeBps: set['jackpot.feeBps'] },
    casebattle: {
      paused: set['casebattle.paused'],
      modes: openModes(set),
      mostCases: CASEBATTLE_MOST_CASES,
      mostUsd: CASEBATTLE_MOST_USD,
    },
    beacon: {
      simulated: config.mode === 'demo',
      url: config.drand.base,
      drand: { chainHash, publicKey, genesisMs, periodMs, scheme },
    },
  };
}
