/**
 * What ADMIN can change of deposits by crypto while the server runs. A rate that was locked keeps the terms of its
 * moment.
 */
import { z } from 'zod';
import { SettingCents, type SettingTable } from '../platform/runner/settings.ts';

const MILLION_DOLLARS = 100_000_000;

export const DEPOSIT_SETTINGS = {
  // What the site keeps of the market rate of a coin that comes in. A locked rate is void when the market falls by more
  // than it: at 0 a rate holds only while the market does not fall at all.
  'crypto.depositSpreadBps': [
    z.number().int().min(0).max(1_000),
    100,
    'What the site keeps of the market rate of a coin that comes in; a fall of the market by more voids locked rates',
  ],
  // All locks of a player that were opened in 24 hours, used or not. An order above it locks no rate.
  'crypto.lockDayCents': [
    SettingCents.max(MILLION_DOLLARS),
    500_000,
    'Most for which one player locks rates in 24 hours; what is over it is credited at the rate of its confirmation',
  ],
  // What is lost when a chain takes its last blocks back, by coin. The same of one player is a thousand dollars.
  'crypto.unfinalCents': [
    SettingCents.max(MILLION_DOLLARS),
    1_000_000,
    'Most of one coin that all players together are credited before it is final; what is over it waits for more blocks',
  ],
} as const satisfies SettingTable;
