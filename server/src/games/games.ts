/**
 * The games of the house, each named once: what other features tell about all of them. app.ts lists the features; delete a
 * game's folder, its line there and its two lines here, and it is gone.
 */
import type { Game } from '@fairpot/contract/fair';
import type { SettingTable, StoredSettings } from '../platform/runner/settings.ts';
import { battles } from './casebattle/terms.ts';
import { coinflip } from './coinflip/coinflip.ts';
import { jackpot } from './jackpot/jackpot.ts';

const GAMES = [coinflip, jackpot, battles] as const;

/** Every setting of every game. */
export const GAME_SETTINGS: SettingTable = Object.assign({}, ...GAMES.map(({ settings }) => settings)) as SettingTable;

/** The fee rates of rounds opened from now on, by game. */
export function feesOf(stored: StoredSettings): Readonly<Record<Game, number>> {
  return Object.fromEntries(GAMES.map(({ game, feeBps }) => [game, feeBps(stored)])) as Record<Game, number>;
}

type Published = { readonly [T in (typeof GAMES)[number] as T['game']]: ReturnType<T['published']> };

/** What clients are told of the games' settings, by game. */
export function publishedSettings(stored: StoredSettings): Published {
  return Object.fromEntries(GAMES.map(({ game, published }) => [game, published(stored)])) as Published;
}
