/** Chooses a bot's stake: a few of its items whose total is in a range. Pure. */
import { MAX_ITEMS_PER_BET } from '@fairpot/contract/inventory/item';
import type { RandomChoice } from './draw.ts';

export interface OwnedItem {
  readonly id: string;
  readonly cents: number;
}

export interface TotalRange {
  /** Both ends included. */
  readonly minCents: number;
  readonly maxCents: number;
}

const TRIES = 60;
/** The first tries choose a handful, as people do; later ones up to the maximum of a bet. */
const FEW_TRIES = 40;
const FEW_ITEMS = 5;

/**
 * Item ids whose total is in the range, at most 15 of them, or null if no try found any. Random rather than the closest match, so that a bot's stakes
 * vary as people's do.
 */
export function chooseStake(items: readonly OwnedItem[], range: TotalRange, draw: RandomChoice): string[] | null {
  const fitting = items.filter((item) => item.cents <= range.maxCents);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const maxItems = tried < FEW_TRIES ? FEW_ITEMS : MAX_ITEMS_PER_BET;
    const ids: string[] = [];
    let total = 0;
    for (const item of draw.shuffled(fitting)) {
      if (total + item.cents > range.maxCents) continue;
      ids.push(item.id);
      total += item.cents;
      if (total >= range.minCents || ids.length === maxItems) break;
    }
    if (total >= range.minCents) return ids;
  }
  return null;
}
