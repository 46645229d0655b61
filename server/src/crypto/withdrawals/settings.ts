/** What ADMIN can change of withdrawals by crypto while the server runs. The signer has limits of its own, which nothing here moves. */
import type { Coin } from '@fairpot/contract/crypto';
import { z } from 'zod';
import { SettingBps, SettingCents, type SettingTable, type ValuesOf } from '../../platform/runner/settings.ts';

const MONTH_MS = 30 * 24 * 60 * 60_000;

export const WITHDRAWAL_SETTINGS = {
  // How much dearer than the market's a coin is given out.
  'cryptoOut.spreadBps': [SettingBps, 100],
  // A sum above it waits for two of the staff.
  'cryptoOut.reviewCents': [SettingCents, 100_000],
  'cryptoOut.minCents': [SettingCents, 1_000],
  // Of one player in 24 hours, and at once.
  'cryptoOut.dayCents': [SettingCents, 1_000_000],
  // How long a new address of a player waits before anything is sent to it, and how old the sign-in may be that adds one.
  'cryptoOut.addressHoldMs': [z.number().int().min(0).max(MONTH_MS), 24 * 60 * 60_000],
  'cryptoOut.freshSignInMs': [z.number().int().min(60_000).max(MONTH_MS), 10 * 60_000],
  // Taken off for the network, whatever the sum.
  'cryptoOut.fee.TRX': [SettingCents, 50],
  'cryptoOut.fee.USDT': [SettingCents, 200],
  'cryptoOut.fee.BTC': [SettingCents, 300],
  'cryptoOut.fee.ETH': [SettingCents, 200],
} as const satisfies SettingTable;

export type WithdrawalSettings = ValuesOf<typeof WITHDRAWAL_SETTINGS>;

export function feeOf(settings: WithdrawalSettings, coin: Coin): number {
  return settings[`cryptoOut.fee.${coin}`];
}
