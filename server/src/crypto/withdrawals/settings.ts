/** The settings of crypto withdrawals that an admin can change at runtime. The signer has its own limits, which these cannot change. */
import type { Coin } from '@fairpot/contract/crypto/calls';
import { z } from 'zod';
import { SettingBps, SettingCents, type SettingTable, type ValuesOf } from '../../platform/runner/settings.ts';

const MONTH_MS = 30 * 24 * 60 * 60_000;

export const WITHDRAWAL_SETTINGS = {
  // The site's margin on the market rate of outgoing coins.
  'cryptoOut.spreadBps': [SettingBps, 100, 'The site’s margin on the market rate of outgoing coins'],
  // A withdrawal that waited is requoted; further than this from what its player was shown, it is refunded.
  'cryptoOut.requoteBps': [
    z.number().int().min(0).max(2_000),
    500,
    'How far a requoted withdrawal may be from the amount shown. Further, it is refunded',
  ],
  // A larger sum waits for two reviewers.
  'cryptoOut.reviewCents': [SettingCents, 100_000, 'Crypto withdrawals above this need two reviewers'],
  'cryptoOut.minCents': [SettingCents, 1_000, 'Minimum crypto withdrawal'],
  // Per player in 24 hours, and at once.
  'cryptoOut.dayCents': [SettingCents, 1_000_000, 'Maximum that a player withdraws by crypto in 24 hours, and at once'],
  'cryptoOut.addressHoldMs': [
    z.number().int().min(0).max(MONTH_MS),
    24 * 60 * 60_000,
    'How long a player’s new address waits before it can be paid',
  ],
  'cryptoOut.freshSignInMs': [
    z.number().int().min(60_000).max(MONTH_MS),
    10 * 60_000,
    'How recent the sign-in must be to add an address',
  ],
  // Deducted for the network, whatever the sum.
  'cryptoOut.fee.TRX': [SettingCents, 50, 'Network fee of a withdrawal in TRX'],
  'cryptoOut.fee.USDT': [SettingCents, 200, 'Network fee of a withdrawal in USDT'],
  'cryptoOut.fee.BTC': [SettingCents, 300, 'Network fee of a withdrawal in BTC'],
  'cryptoOut.fee.ETH': [SettingCents, 200, 'Network fee of a withdrawal in ETH'],
} as const satisfies SettingTable;

export type WithdrawalSettings = ValuesOf<typeof WITHDRAWAL_SETTINGS>;

export function feeOf(settings: WithdrawalSettings, coin: Coin): number {
  return settings[`cryptoOut.fee.${coin}`];
}
