/**
 * The settings that every game of items has, `<game>.minbetCents`, `.feeBps` and `.paused`, and the terms built from
 * them.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { cents, usd, type Cents } from '@fairpot/contract/wire/money';
import { z } from 'zod';
import {
  SettingBps,
  SettingCents,
  settingsOf,
  type SettingTable,
  type StoredSettings,
} from '../../../platform/runner/settings.ts';
import type { GameTerms } from '../game-terms.ts';

/** The current terms of a game, from the settings. */
export interface ItemTerms {
  /** The minimum bet; the game's rule says whether a stake must exceed it. */
  readonly minbetCents: Cents;
  /** The rate of rounds opened from now on; a round keeps the rate it was opened with. */
  readonly feeBps: number;
  readonly paused: boolean;
}

/** Apply until ADMIN changes them. */
export interface DefaultTerms {
  readonly minbetCents: number;
  readonly feeBps: number;
}

const ownSettings = ({ minbetCents, feeBps }: DefaultTerms) =>
  ({
    minbetCents: [SettingCents, minbetCents, 'Minimum stake'],
    feeBps: [SettingBps, feeBps, 'Maximum fee of a pot. Each change is published in the public log'],
    paused: [z.boolean(), false],
  }) as const satisfies SettingTable;

/** The settings as stored, by key. */
function itemSettings(game: string, defaults: DefaultTerms): SettingTable {
  return Object.fromEntries(Object.entries(ownSettings(defaults)).map(([key, row]) => [`${game}.${key}`, row]));
}

/** The terms of a game with these stored settings, defaults filled in. */
function itemTerms(game: string, defaults: DefaultTerms, stored: StoredSettings): ItemTerms {
  const own = ownSettings(defaults);
  const ofGame = Object.fromEntries(Object.keys(own).map((key) => [key, stored?.[`${game}.${key}`]]));
  const { minbetCents, feeBps, paused } = settingsOf(own, ofGame);
  return { minbetCents: cents(minbetCents), feeBps, paused };
}

/** The terms part of an item game's value. */
export interface TermsOfItems extends Omit<GameTerms, 'game'> {
  readonly terms: (stored: StoredSettings) => ItemTerms;
  readonly published: (stored: StoredSettings) => { readonly minbet: number; readonly feeBps: number };
}

/** The terms of a game of items, to be spread into its value. */
export function termsOfItems(game: ProvableGame, defaults: DefaultTerms): TermsOfItems {
  const terms = (stored: StoredSettings) => itemTerms(game, defaults, stored);
  return {
    settings: itemSettings(game, defaults),
    terms,
    feeBps: (stored) => terms(stored).feeBps,
    published: (stored) => {
      const { minbetCents, feeBps } = terms(stored);
      return { minbet: usd(minbetCents), feeBps };
    },
  };
}
