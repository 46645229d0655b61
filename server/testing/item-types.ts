/** Item types for tests, one per price, so that a test needs only prices. */
import { cents } from '@fairpot/contract/wire/money';
import type { StakeCandidate } from '../src/vault/items.ts';
import type { NewItemType } from '../src/vault/types.ts';

export const slugOf = (priceCents: number): string => `test-${priceCents}`;

export function itemTypeAt(priceCents: number): NewItemType {
  return {
    slug: slugOf(priceCents),
    appId: 730,
    marketHashName: `Test Gun | Price ${priceCents} (Factory New)`,
    rarity: 'Covert',
    rarityColor: '#ff6b6b',
    pips: 6,
    priceCents,
  };
}

/** An item that can be staked. */
export function candidateAt(id: string, priceCents: number): StakeCandidate {
  const { slug, marketHashName } = itemTypeAt(priceCents);
  return { id, itemType: slug, kind: 'DEPOSIT', cents: cents(priceCents), marketHashName, doubt: null };
}
