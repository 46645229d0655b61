/** Promo codes as pure functions: their letters, and the maximum cost of one. */
import { PROMO_SINGLE_APPROVAL_CENTS, PROMO_MAX_CENTS } from '@fairpot/contract/promo/calls';

/** Without letters and digits that are easily confused. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 18;

/**
 * A new code of 18 letters out of 31 (89 bits), in groups of six: 'K7WQ2M-…-…'. `draw` returns the requested number of random
 * bytes.
 */
export function newCode(draw: (n: number) => Uint8Array): string {
  const letters: string[] = [];
  while (letters.length < LENGTH) {
    // A byte above the last whole multiple is drawn again, so that every letter is equally likely.
    for (const byte of draw(LENGTH)) if (byte < 248 && letters.length < LENGTH) letters.push(LETTERS[byte % 31] ?? '');
  }
  return [0, 6, 12].map((at) => letters.slice(at, at + 6).join('')).join('-');
}

/** The code as it is compared: only capitals and digits. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

export type PromoCost =
  | { readonly kind: 'ok'; readonly uses: number; readonly needsApproval: boolean }
  | { readonly kind: 'too expensive' };

/**
 * How often a code that gives `worthCents` each time may be used (`uses` null: as often as the maximum cost allows), and whether it
 * takes two people to make it.
 */
export function costOf(worthCents: number, uses: number | null): PromoCost {
  const most = Math.floor(PROMO_MAX_CENTS / worthCents);
  const count = uses ?? most;
  if (count < 1 || count > most) return { kind: 'too expensive' };
  return { kind: 'ok', uses: count, needsApproval: count * worthCents > PROMO_SINGLE_APPROVAL_CENTS };
}
