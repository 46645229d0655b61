/** Chooses a bot's stake: a few of its items whose total is in a range. Pure. */
import { MAX_ITEMS_PER_BET } from '@fairpot/contract/inventory/item';
import type { RandomChoice } from './draw.ts';

export interface OwnedItem {
  readonly id: string;
  readonly cents: number;
}

export interface TotalRange {
  /** Both ends included. */
  readonly leastCents: number;
  readonly mostCents: number;
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
  const fitting = items.filter((item) => item.cents <= range.mostCents);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const mostItems = tried < FEW_TRIES ? FEW_ITEMS : MAX_ITEMS_PER_BET;
    const ids: string[] = [];
    let total = 0;
    for (const item of draw.shuffled(fitting)) {
      if (total + item.cents > range.mostCents) continue;
      ids.push(item.id);
      total += item.cents;
      if (total >= range.leastCents || ids.length === mostItems) break;
    }
    if (total >= range.leastCents) return ids;
  }
  return null;
}
