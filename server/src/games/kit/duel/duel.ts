/**
 * A duel: a game of items with two seats. One player opens a round with a stake, another joins it with a stake that lies within
 * a window around the first; the join locks it, both watch a countdown, and one of them wins all. Such a game is a value of
 * `DuelRules`, a view in its own words (present.ts) and a line of calls (feature.ts); this folder does the rest.
 */
import type { Game } from '@fairpot/contract/fair/schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import { decideItems } from '../items/decide.ts';
import type { ItemGame } from '../items/item-game.ts';
import { termsOfItems, type DefaultTerms } from '../items/terms.ts';

/** Least and most that a joiner may stake, both inclusive. */
export interface StakeWindow {
  readonly leastCents: Cents;
  readonly mostCents: Cents;
}

/** What a duel gives. */
export interface DuelRules extends Pick<ItemGame, 'game' | 'lock'> {
  /** Until ADMIN changes them. The creator's total must exceed `minbetCents`. */
  readonly defaults: DefaultTerms;
  /** A round that nobody joins is cancelled after this long, ms. */
  readonly expiryMs: number;
  /** Around the creator's total. */
  readonly joinWindow: (totalCents: Cents) => StakeWindow;
  /**
   * Refusals in the game's own words. `started`: someone else has joined. `sideTaken`: the creator has that side; null for a duel
   * without sides, else the creator chooses side 1 or 2 (`pick` of the entry) and the other is left.
   */
  readonly refusals: { readonly started: RefusalCode; readonly sideTaken: RefusalCode | null };
}

/** The same as the kit knows it. */
export interface Duel extends ItemGame, DuelRules {}

export function makeDuel<G extends Game>(rules: DuelRules & { readonly game: G }): Duel & { readonly game: G } {
  return {
    ...rules,
    ...termsOfItems(rules.game, rules.defaults),
    decide: (round, reveal) => decideItems(rules, round, reveal),
  };
}

/** One of the two sides of a duel that has them. */
export type Side = 1 | 2;

export const otherSide = (side: number | null): Side | null => (side === null ? null : side === 1 ? 2 : 1);
