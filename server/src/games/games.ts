/**
 * The games of the site: the only list of them on the server. app.ts starts their features; other rooms read the list. To remove a
 * game, delete its folder and its lines here.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { SettingTable, StoredSettings } from '../platform/runner/settings.ts';
import { casebattleCards } from './casebattle/card.ts';
import { casebattleFeature } from './casebattle/casebattle.feature.ts';
import { battles } from './casebattle/terms.ts';
import { coinflipCards } from './coinflip/card.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { coinflip } from './coinflip/coinflip.ts';
import { jackpotCards } from './jackpot/card.ts';
import { jackpotFeature } from './jackpot/jackpot.feature.ts';
import { jackpot } from './jackpot/jackpot.ts';

/** What links to rounds show in chat programs, for the games whose rounds have an address. */
export const ROUND_CARDS = [jackpotCards, coinflipCards, casebattleCards] as const;

const GAMES = [coinflip, jackpot, battles] as const;

/** In the order in which they start. */
export const GAME_FEATURES = [coinflipFeature, jackpotFeature, casebattleFeature] as const;

/** Every setting of every game. */
export const GAME_SETTINGS: SettingTable = Object.assign({}, ...GAMES.map(({ settings }) => settings)) as SettingTable;

/** The fee rates of rounds opened from now on, by game. */
export function feesOf(stored: StoredSettings): Readonly<Record<ProvableGame, number>> {
  return Object.fromEntries(GAMES.map(({ game, feeBps }) => [game, feeBps(stored)])) as Record<ProvableGame, number>;
}

type PublishedSettings = { readonly [T in (typeof GAMES)[number] as T['game']]: ReturnType<T['published']> };

/** The games' settings that clients receive, by game. */
export function publishedSettings(stored: StoredSettings): PublishedSettings {
  return Object.fromEntries(GAMES.map(({ game, published }) => [game, published(stored)])) as PublishedSettings;
}
