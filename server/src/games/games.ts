/**
 * The games of the house, each named once: what other features tell about all of them. app.ts lists the features; delete a
 * game's folder, its line there and its lines here, and it is gone.
 */
import type { Game } from '@fairpot/contract/fair';
import type { OutputOf } from '@fairpot/contract/schemas/call';
import type { listSettings } from '@fairpot/contract/schemas/settings';
import type { StoredSettings } from '../platform/runner/settings.ts';
import { battleTerms, casebattleSettings } from './casebattle/terms.ts';
import { coinflip, coinflipSettings } from './coinflip/coinflip.ts';
import { jackpot, jackpotSettings } from './jackpot/jackpot.ts';
import { publishedTerms } from './kit/items/item-game.ts';

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
