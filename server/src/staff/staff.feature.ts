/** Staff's side of the site. Today: the settings that every client reads before anything else. */
import type { OutputOf } from '@fairpot/contract/call';
import { cents, usd } from '@fairpot/contract/money';
import { listSettings } from '@fairpot/contract/settings';
import type { Deps } from '../platform/deps.ts';
import { onQuery, type Feature } from '../platform/feature.ts';
import { DEPOSIT, GLOBAL, JACKPOT, type GameTerms } from './settings.ts';

/** `coinflipTerms`: asked each time, as the game itself asks; app.ts hands it over, for features know no other feature. */
export function staffFeature(deps: Deps, coinflipTerms: () => GameTerms): Feature {
  return {
    name: 'staff',
    bindings: [onQuery(listSettings, () => Promise.resolve(publicSettings(deps, coinflipTerms())))],
  };
}

/** Limits, fees, mode and the beacon that the page pins to verify results by itself. */
function publicSettings({ config, drandChain }: Deps, coinflip: GameTerms): OutputOf<typeof listSettings> {
  const { chainHash, publicKey, genesisMs, periodMs, scheme } = drandChain;
  return {
    global: { ...GLOBAL, mode: config.mode },
    deposit: { mindep: usd(cents(DEPOSIT.minCents)), maxCount: DEPOSIT.maxCount },
    coinflip: terms(coinflip),
    jackpot: terms(JACKPOT),
    beacon: { simulated: config.mode === 'demo', drand: { chainHash, publicKey, genesisMs, periodMs, scheme } },
  };
}

function terms(game: GameTerms): { minbet: number; feeBps: number } {
  return { minbet: usd(cents(game.minbetCents)), feeBps: game.feeBps };
}
