/**
 * A duel: a game of items with two seats. One player opens a round with a stake, another joins with a stake inside a
 * window around the first. The join locks the round, both watch a countdown, and one of them wins everything. Such a
 * game is a value of `DuelRules`, a view in its own terms (present.ts) and one line of calls (feature.ts); this folder
 * does the rest.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import { decideItems } from '../items/decide.ts';
import type { ItemGame } from '../items/item-game.ts';
import { termsOfItems, type DefaultTerms } from '../items/terms.ts';

/** Minimum and maximum stake of a joiner, both inclusive. */
export interface StakeWindow {
  readonly leastCents: Cents;
  readonly mostCents: Cents;
}

/** What each duel defines. */
export interface DuelRules extends Pick<ItemGame, 'game' | 'lock'> {
  /** Apply until ADMIN changes them. The creator's total must exceed `minbetCents`. */
  readonly defaults: DefaultTerms;
  /** A round without a joiner is cancelled after this long, ms. */
  readonly expiryMs: number;
  /** The window around the creator's total. */
  readonly joinWindow: (totalCents: Cents) => StakeWindow;
  /**
   * The game's own refusals. `started`: another player has joined. `sideTaken`: the creator has that side; null for a
   * duel without sides. With sides, the creator chooses side 1 or 2 (`pick` of the entry) and the joiner gets the other
   * one.
   */
  readonly refusals: { readonly started: RefusalCode; readonly sideTaken: RefusalCode | null };
}

/** The same game in the kit's terms. */
export interface Duel extends ItemGame, DuelRules {}

export function makeDuel<G extends ProvableGame>(rules: DuelRules & { readonly game: G }): Duel & { readonly game: G } {
  return {
    ...rules,
    ...termsOfItems(rules.game, rules.defaults),
    decide: (round, reveal) => decideItems(rules, round, reveal),
  };
}

/** One of the two sides, in duels that have them. */
export type DuelSide = 1 | 2;

export const otherSide = (side: number | null): DuelSide | null => (side === null ? null : side === 1 ? 2 : 1);
