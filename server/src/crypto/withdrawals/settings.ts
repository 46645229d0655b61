/** What ADMIN can change of withdrawals by crypto while the server runs. The signer has limits of its own, which nothing here moves. */
import type { Coin } from '@fairpot/contract/crypto/calls';
import { z } from 'zod';
import { SettingBps, SettingCents, type SettingTable, type ValuesOf } from '../../platform/runner/settings.ts';

const MONTH_MS = 30 * 24 * 60 * 60_000;

export const WITHDRAWAL_SETTINGS = {
  // How much dearer than the market's a coin is given out.
  'cryptoOut.spreadBps': [SettingBps, 100, 'How much dearer than the market a coin is given out'],
  // A withdrawal that waited is quoted anew; further than that from what its player was shown it comes back.
  'cryptoOut.requoteBps': [
    z.number().int().min(0).max(2_000),
    500,
    'How far the coins of a withdrawal that waited may be from those that were shown; further, it comes back',
  ],
  // A sum above it waits for two of the staff.
  'cryptoOut.reviewCents': [SettingCents, 100_000, 'A withdrawal by crypto above it waits for two of the staff'],
  'cryptoOut.minCents': [SettingCents, 1_000, 'The least that can be taken out by crypto'],
  // Of one player in 24 hours, and at once.
  'cryptoOut.dayCents': [SettingCents, 1_000_000, 'Most that a player takes out by crypto in 24 hours, and at once'],
  'cryptoOut.addressHoldMs': [
    z.number().int().min(0).max(MONTH_MS),
    24 * 60 * 60_000,
    'How long a new address of a player waits before anything is sent to it',
  ],
  'cryptoOut.freshSignInMs': [
    z.number().int().min(60_000).max(MONTH_MS),
    10 * 60_000,
    'How old the sign-in may be that adds an address',
  ],
  // Taken off for the network, whatever the sum.
  'cryptoOut.fee.TRX': [SettingCents, 50, 'Taken off a withdrawal in TRX for the network'],
  'cryptoOut.fee.USDT': [SettingCents, 200, 'Taken off a withdrawal in USDT for the network'],
  'cryptoOut.fee.BTC': [SettingCents, 300, 'Taken off a withdrawal in BTC for the network'],
  'cryptoOut.fee.ETH': [SettingCents, 200, 'Taken off a withdrawal in ETH for the network'],
} as const satisfies SettingTable;

export type WithdrawalSettings = ValuesOf<typeof WITHDRAWAL_SETTINGS>;

export function feeOf(settings: WithdrawalSettings, coin: Coin): number {
  return settings[`cryptoOut.fee.${coin}`];
}
