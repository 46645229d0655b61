/** Limits of the circuit breakers that ADMIN can change while the server runs. The signer has limits of its own, which nothing here moves. */
import { SettingBps, SettingCents, type SettingTable, type ValuesOf } from '../platform/runner/settings.ts';

export const BREAKER_SETTINGS = {
  'breaker.itemsHourCents': [
    SettingCents,
    2_500_000,
    'Item withdrawals stop when more than this leaves in an hour, net',
  ],
  'breaker.itemsDayCents': [SettingCents, 10_000_000, 'The same in 24 hours'],
  'breaker.coinHourCents': [
    SettingCents,
    1_000_000,
    'Withdrawals of a coin stop when more than this leaves in an hour, net',
  ],
  'breaker.coinDayCents': [SettingCents, 4_000_000, 'The same in 24 hours'],
  'breaker.profitCents': [
    SettingCents,
    2_000_000,
    'Withdrawals of a player stop when they won more than this in 24 hours, net',
  ],
  'breaker.typeDayCents': [
    SettingCents,
    300_000,
    'Deposits of an item type stop when more than this, and five times the usual, arrives in 24 hours',
  ],
  'breaker.apartBps': [
    SettingBps,
    2_000,
    'Deposits of items stop when price sources disagree on this share of all types',
  ],
} as const satisfies SettingTable;

export type BreakerSettings = ValuesOf<typeof BREAKER_SETTINGS>;
