/** Jackpot as the kit knows it: its name, terms and lock record, what an entry is decided on, and the decision that settles it. */
import { cents } from '@fairpot/contract/money';
import { z } from 'zod';
import { SettingBps, SettingCents, settingsOf, type SettingTable } from '../../platform/runner/settings.ts';
import type { ItemGame } from '../kit/items/item-game.ts';
import { decide, ENTRY_RULES } from './rules.ts';
import { potSql } from './store.ts';

export const jackpotSettings = {
  'jackpot.minbetCents': [SettingCents, 100],
  'jackpot.feeBps': [SettingBps, 500],
  'jackpot.paused': [z.boolean(), false],
} as const satisfies SettingTable;

export const jackpot: ItemGame = {
  game: 'jackpot',
  decide,
  terms: (stored) => {
    const settings = settingsOf(jackpotSettings, stored);
    return {
      minbetCents: cents(settings['jackpot.minbetCents']),
      feeBps: settings['jackpot.feeBps'],
      paused: settings['jackpot.paused'],
    };
  },
  lock: {
    // The players watch no second countdown: the result is due when the beacon is.
    countdownMs: 0,
    fields: { eos: null },
    // In order of entry (protocol fp/2, section 2).
    entry: ({ pseudonym, cents }) => ({ player: pseudonym, cents }),
  },
  live: { sql: potSql, rules: ENTRY_RULES },
};
