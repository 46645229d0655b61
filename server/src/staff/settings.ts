/** Settings that no other feature owns, with the values they start from. Cents, basis points, counts. */

/** The player-facing terms of a game, as its feature answers them. */
export interface GameTerms {
  /** A stake must be greater than this. */
  readonly minbetCents: number;
  readonly feeBps: number;
}

/** Rust is the game that inventories open on (spec 3). */
export const GLOBAL = { appid: 252490, snow: false } as const;

/** `maxCount` caps the selection in the picker: the 15 items of a bet (spec 8). */
export const DEPOSIT = { minCents: 100, maxCount: 15 } as const;

/** Jackpot takes stakes from 1 USD and the fee of rulings 3. */
export const JACKPOT: GameTerms = { minbetCents: 100, feeBps: 500 };
