/**
 * Crypto withdrawals: what a player requests, what two staff members sign when it is large, and its state. The site
 * creates the request; a separate process, the signer, holds the only keys and sends the coins (decision 0034).
 */
import { commandAt, queryAt } from '../../wire/call.ts';
import type { Coin, Network } from '../calls.ts';

/**
 * REVIEW: two staff members have to sign it. APPROVED: the signer takes it next. SIGNED: its one transaction exists and
 * is stored. BROADCAST: a node has accepted it. CONFIRMED: final. FAILED: its transaction can never become final, a
 * refund follows. REFUNDED: the money is back on the balance.
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

/** Signatures that a withdrawal in review needs, from different staff members with different keys. */
export const REVIEWERS = 2;

/**
 * The signer does not sign an older quote: the withdrawal is quoted again first, within the bounds its player was
 * shown.
 */
export const QUOTE_LIFETIME_MS = 15 * 60_000;

/** Why a withdrawal was refunded. */
export const CRYPTO_WITHDRAWAL_REASONS = {
  REJECTED: 'This withdrawal was rejected after a review. The money is back on your balance',
  REVERTED: 'The network rejected the payment to this address. The money is back on your balance',
  EXPIRED: 'The network did not accept the payment in time. The money is back on your balance',
  ADDRESS: 'This address cannot be used. The money is back on your balance',
  RATE_MOVED:
    'The rate moved beyond the range you were shown while this withdrawal waited. The money is back on your balance',
  TOO_LARGE: 'This is more than can be sent at once. The money is back on your balance',
} as const;

/** What is wrong with an address, as the refusal CRYPTO_ADDRESS says it. */
export const ADDRESS_FAULTS = {
  FORMAT: 'it is not an address of this network',
  CHECKSUM: 'it has a typing error, its checksum is wrong',
  NETWORK: 'it belongs to another network',
  TESTNET: 'it belongs to a test network',
  UNSPENDABLE: 'coins sent there cannot be spent by anyone',
  CONTRACT: 'it is a contract, not a wallet',
  OWN: 'it is a deposit address of this site',
} as const;
export type AddressFault = keyof typeof ADDRESS_FAULTS;

/** The payment that reviewers sign and the signer checks. `units`: maximum base units of the coin, digits only. */
export interface PayoutTerms {
  readonly id: string;
  readonly network: Network;
  readonly coin: Coin;
  readonly address: string;
  readonly units: string;
}

/**
 * The text a reviewer signs (Ed25519, its UTF-8 bytes): maximum amount, destination and withdrawal, with one possible
 * meaning. The amount paid is the quote at signing time, which may be less.
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
