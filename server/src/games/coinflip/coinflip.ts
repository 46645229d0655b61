/** Coinflip as the kit knows it: its name, terms and lock record, and the decision that settles it. */
import { COUNTDOWN_MS } from '@fairpot/contract/coinflip';
import { cents } from '@fairpot/contract/money';
import { z } from 'zod';
import { SettingBps, SettingCents, settingsOf, type SettingTable } from '../../platform/runner/settings.ts';
import type { ItemGame } from '../kit/items/item-game.ts';
import { decide } from './rules.ts';

export const coinflipSettings = {
  'coinflip.minbetCents': [SettingCents, 1_000],
  'coinflip.feeBps': [SettingBps, 500],
  'coinflip.paused': [z.boolean(), false],
} as const satisfies SettingTable;

export const coinflip: ItemGame = {
  game: 'coinflip',
  decide,
  terms: (stored) => {
    const settings = settingsOf(coinflipSettings, stored);
    return {
      minbetCents: cents(settings['coinflip.minbetCents']),
      feeBps: settings['coinflip.feeBps'],
      paused: settings['coinflip.paused'],
    };
  },
  lock: {
    countdownMs: COUNTDOWN_MS,
    fields: { eos: null },
    // The creator's first (protocol fp/2, section 2); `pick` is the side.
    entry: ({ pseudonym, pick, cents }) => ({ player: pseudonym, side: pick, cents }),
  },
};
