/**
 * Money out by crypto: what a player asks for, what two of the staff sign when it is large, and what became of it. The site asks;
 * the coins are sent by a signer, a process of its own with the only keys (decision 0034).
 */
import { commandAt, queryAt } from '../../wire/call.ts';
import type { Coin, Network } from '../calls.ts';

/**
 * REVIEW: two of the staff have to sign it. APPROVED: the signer takes it next. SIGNED: its one transaction exists and is stored.
 * BROADCAST: a node has taken it. CONFIRMED: final. FAILED: its transaction can never be final, the money comes back in a moment.
 * REFUNDED: the money is back on the balance.
 */
export const CRYPTO_WITHDRAWAL_STATES = [
  'REVIEW',
  'APPROVED',
  'SIGNED',
  'BROADCAST',
  'CONFIRMED',
  'FAILED',
  'REFUNDED',
] as const;
export type CryptoWithdrawalState = (typeof CRYPTO_WITHDRAWAL_STATES)[number];

/** Staff whose signatures a withdrawal in review needs: different people with different keys. */
export const REVIEWERS = 2;

/**
 * A quote that is older is not signed: the withdrawal is quoted anew first, within the bounds that its player was
 * shown.
 */
export const QUOTE_LIVES_MS = 15 * 60_000;

/** Why a withdrawal was given back. */
export const CRYPTO_WITHDRAWAL_REASONS = {
  REJECTED: 'This withdrawal was refused after a review. The money is back on your balance',
  REVERTED: 'The network refused the payment to this address. The money is back on your balance',
  EXPIRED: 'The network did not take the payment in time. The money is back on your balance',
  ADDRESS: 'This address cannot be paid. The money is back on your balance',
  RATE_MOVED:
    'The rate moved further than you were shown while this withdrawal waited. The money is back on your balance',
  TOO_LARGE: 'This is more than can be sent at once. The money is back on your balance',
} as const;

/** What is wrong with an address, as the refusal CRYPTO_ADDRESS says it. */
export const ADDRESS_FAULTS = {
  FORMAT: 'it is not an address of this network',
  CHECKSUM: 'it has a typing error, its checksum is wrong',
  NETWORK: 'it belongs to another network',
  TESTNET: 'it belongs to a test network',
  UNSPENDABLE: 'nobody can spend what is sent there',
  CONTRACT: 'it is a contract, not a wallet',
  OWN: 'it is a deposit address of this site',
} as const;
export type AddressFault = keyof typeof ADDRESS_FAULTS;

/**
 * What a withdrawal pays, as reviewers sign it and the signer checks it. `units`: base units of the coin, digits only,
 * at the most.
 */
export interface PayoutTerms {
  readonly id: string;
  readonly network: Network;
  readonly coin: Coin;
  readonly address: string;
  readonly units: string;
}

/**
 * The text that a reviewer signs (Ed25519, its UTF-8 bytes): what is paid at the most, where to, for which withdrawal,
 * and nothing else could be read out of it. What is paid is the quote of the moment, which may be less.
 */
export function payoutText({ id, network, coin, address, units }: PayoutTerms): string {
  return ['fairpot payout v1', id, network, coin, address, units, ''].join('\n');
}

export const cryptoWithdrawTerms = queryAt('cryptoWithdraw.terms', '/cryptowithdrawals/terms');
export const calculateCryptoWithdrawal = queryAt('cryptoWithdraw.calculate', '/cryptowithdrawals/calculate', 'POST');
export const createCryptoWithdrawal = commandAt('cryptoWithdraw.create', '/cryptowithdrawals/create');
export const listCryptoWithdrawals = queryAt('cryptoWithdraw.list', '/cryptowithdrawals/list');
export const listWithdrawalTimes = queryAt('fair.withdrawals', '/fair/withdrawals');
export const listReviewedWithdrawals = queryAt('admin.withdrawals', '/admin/withdrawals');
export const approveCryptoWithdrawal = commandAt('admin.withdrawals.approve', '/admin/withdrawals/approve');
export const rejectCryptoWithdrawal = commandAt('admin.withdrawals.reject', '/admin/withdrawals/reject');
