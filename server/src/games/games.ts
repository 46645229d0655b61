/**
 * The games of the house: the one list of them on the server. app.ts starts their features, others tell about all of them. Delete a
 * game's folder and its lines here, and it is gone.
 */
import type { Game } from '@fairpot/contract/fair';
import type { OutputOf } from '@fairpot/contract/call';
import type { listSettings } from '@fairpot/contract/settings';
import type { StoredSettings } from '../platform/runner/settings.ts';
import type { MakeFeature } from '../platform/runner/feature.ts';
import { casebattleFeature } from './casebattle/casebattle.feature.ts';
import { battleTerms, casebattleSettings } from './casebattle/terms.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { coinflip, coinflipSettings } from './coinflip/coinflip.ts';
import { jackpotFeature } from './jackpot/jackpot.feature.ts';
import { jackpot, jackpotSettings } from './jackpot/jackpot.ts';
import { publishedTerms } from './kit/items/item-game.ts';

/** In the order in which they start. */
export const GAME_FEATURES: readonly MakeFeature[] = [coinflipFeature, jackpotFeature, casebattleFeature];

/** Every setting of every game. */
export const GAME_SETTINGS = { ...coinflipSettings, ...jackpotSettings, ...casebattleSettings } as const;

/** The fee rates of rounds opened from now on, by game. */
export function feesOf(stored: StoredSettings): Readonly<Record<Game, number>> {
  return {
    coinflip: coinflip.terms(stored).feeBps,
    jackpot: jackpot.terms(stored).feeBps,
    casebattle: battleTerms(stored).feeBps,
  };
}

/** What clients are told of the games' settings. */
export function publishedSettings(
  stored: StoredSettings,
): Pick<OutputOf<typeof listSettings>, 'coinflip' | 'jackpot' | 'casebattle'> {
  return {
    coinflip: publishedTerms(coinflip.terms(stored)),
    jackpot: publishedTerms(jackpot.terms(stored)),
    casebattle: battleTerms(stored).published,
  };
}
