/** Decisions about trades that need no database. Pure; called by this folder and by tests. */

/** The site's own lifetime of an offer; Steam would keep it for two weeks. */
export const OFFER_LIVES_MS = 10 * 60 * 1000;
/** Level from which winnings can be withdrawn (rulings 1.6). */
export const LEVEL_NEEDED = 10;
/** Items priced at or below this are not offered for deposit (spec 5). */
export const HIDDEN_UP_TO_CENTS = 50;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_DIGITS = 6;

/** 'D-7Q3K2M', in the offer's message and on the screen. `bytes`: at least six, random. */
export function codeOf(kind: 'DEPOSIT' | 'WITHDRAWAL', bytes: Uint8Array): string {
  const digits = Array.from(bytes.subarray(0, CODE_DIGITS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${kind === 'DEPOSIT' ? 'D' : 'W'}-${digits}`;
}

export interface RefundSums {
  readonly depositedCents: number;
  readonly takenCents: number;
  readonly stakedCents: number;
}

/** Deposited, less staked, less withdrawn; never below 0 (rulings 1.6). */
export function refundableOf({ depositedCents, takenCents, stakedCents }: RefundSums): number {
  return Math.max(0, depositedCents - stakedCents - takenCents);
}

export interface TakeOut {
  readonly isAllowed: boolean;
  /** All of it was deposited by the player and not played: allowed at any level, and no circuit breaker stops it. */
  readonly isRefund: boolean;
}

/** Whether a player may withdraw what counts `backCents` together. Who closes the account may withdraw everything. */
export function takeOutOf(
  { level, isClosing }: { readonly level: number; readonly isClosing: boolean },
  backCents: number,
  sums: RefundSums,
): TakeOut {
  const isRefund = backCents <= refundableOf(sums);
  return { isAllowed: isClosing || level >= LEVEL_NEEDED || isRefund, isRefund };
}

/** What one item counts against the refundable sum: its value when this player deposited it, at most its value now. */
export function backCentsOf(cents: number, broughtCents: number | null): number {
  return broughtCents === null ? cents : Math.min(cents, broughtCents);
}
