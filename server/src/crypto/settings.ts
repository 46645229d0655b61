/** The settings of crypto deposits that an admin can change at runtime. A locked rate keeps the terms of its moment. */
import { z } from 'zod';
import { SettingCents, type SettingTable } from '../platform/runner/settings.ts';

const MILLION_DOLLARS = 100_000_000;

export const DEPOSIT_SETTINGS = {
  // The site's margin on the market rate of incoming coins. A locked rate is void when the market falls by more; at 0 it only holds
  // while the market does not fall at all.
  'crypto.depositSpreadBps': [
    z.number().int().min(0).max(1_000),
    100,
    'The site’s margin on the market rate of incoming coins. A larger fall of the market voids locked rates',
  ],
  // All locks that a player opened in 24 hours, used or not. An order above it locks no rate.
  'crypto.lockDayCents': [
    SettingCents.max(MILLION_DOLLARS),
    500_000,
    'Maximum for which one player locks rates in 24 hours. Anything above is credited at the rate of its confirmation',
  ],
  // The loss if a chain reverts its last blocks, by coin. The limit per player is $1,000.
  'crypto.unfinalCents': [
    SettingCents.max(MILLION_DOLLARS),
    1_000_000,
    'Maximum of one coin credited to all players together before it is final. Anything above waits for more blocks',
  ],
} as const satisfies SettingTable;
