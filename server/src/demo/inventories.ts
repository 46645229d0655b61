/** Starting items, derived from a seed, so that the demo is always the same. Pure. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import type { ItemKind } from '@fairpot/contract/inventory/item.schemas';
import { RandomChoice, seededBytes } from './draw.ts';

/** Copies of one item type, all acquired in one way. */
export interface GivenItems {
  readonly slug: string;
  readonly kind: ItemKind;
  readonly count: number;
}

/** More expensive items would dominate a picker sorted by price. */
const MAX_PRICE_CENTS = 60_000;
/** Mostly everyday items, some good ones, few great ones: percentage and price range in cents. */
const MIX = [
  { upTo: 55, least: 100, most: 1_500 },
  { upTo: 88, least: 1_500, most: 6_000 },
  { upTo: 97, least: 6_000, most: 15_000 },
  { upTo: 100, least: 15_000, most: MAX_PRICE_CENTS },
] as const;
/** How items were acquired, in percent, in this order. */
const KINDS: readonly { readonly upTo: number; readonly kind: ItemKind }[] = [
  { upTo: 50, kind: 'DEPOSIT' },
  { upTo: 75, kind: 'MARKET' },
  { upTo: 96, kind: 'WIN' },
  { upTo: 100, kind: 'PRIZE_PROMO' },
];

const inRange = (least: number, most: number) =>
  ITEM_TYPES.filter((type) => type.priceCents >= least && type.priceCents <= most).map((type) => type.slug);

/** Copies of each item on the demo's trading account: enough for players' withdrawals, and to back all items that the demo gave out. */
export const ACCOUNT_COPIES = 12;
/**
 * What the trading account of the demo may hold: twice its first stock. The ordinary limit is a third of that stock, so it would refuse every
 * deposit.
 */
export const ACCOUNT_CENTS = 2 * ACCOUNT_COPIES * ITEM_TYPES.reduce((sum, { priceCents }) => sum + priceCents, 0);

/** The first inventory of a demo person: `count` items of all games. Personas get no prizes, because prizes cannot be staked. */
export function seedInventory(steamid: string, count: number, isFake: boolean): GivenItems[] {
  const draw = new RandomChoice(seededBytes(`demo inventory|${steamid}`));
  return grouped(
    Array.from({ length: count }, () => {
      const share = isFake ? draw.between(1, 88) : draw.between(1, 100);
      const band = MIX.find((part) => share <= part.upTo) ?? MIX[0];
      const kind = isFake ? 'MARKET' : pickKind(draw.between(1, 100));
      return { slug: draw.oneOf(inRange(band.least, band.most)) ?? '', kind };
    }),
  );
}

const WELCOME_ITEMS = 24;
/** Balance of a new account, and of one that got demo items. */
export const WELCOME_CENTS = 5_000;

/** Gifts for a new account: 23 items of 5 to 40 USD to play with, and one prize to show that prizes cannot be staked. */
export function welcomeInventory(steamid: string): GivenItems[] {
  const draw = new RandomChoice(seededBytes(`demo welcome|${steamid}`));
  const affordable = inRange(500, 4_000);
  return grouped(
    Array.from({ length: WELCOME_ITEMS }, (_, i) => ({
      slug: draw.oneOf(affordable) ?? '',
      kind: i === 0 ? ('PRIZE_PROMO' as const) : ('DEPOSIT' as const),
    })),
  );
}

const GIVEN_ITEMS = 12;

/** Items for an account that cannot play: 12 of 5 to 40 USD. `seed` makes each gift another one. */
export function givenInventory(seed: string): GivenItems[] {
  const draw = new RandomChoice(seededBytes(`demo items|${seed}`));
  const affordable = inRange(500, 4_000);
  return grouped(
    Array.from({ length: GIVEN_ITEMS }, () => ({ slug: draw.oneOf(affordable) ?? '', kind: 'DEPOSIT' as const })),
  );
}

/** Restock for a persona that ran out: 40 items of 1 to 60 USD. */
export function restockInventory(draw: RandomChoice): GivenItems[] {
  const small = inRange(100, 1_500);
  const large = inRange(1_500, 6_000);
  return grouped(
    Array.from({ length: 40 }, (_, i) => ({
      slug: draw.oneOf(i % 3 === 0 ? large : small) ?? '',
      kind: 'MARKET' as const,
    })),
  );
}

function pickKind(share: number): ItemKind {
  return KINDS.find((part) => share <= part.upTo)?.kind ?? 'DEPOSIT';
}

function grouped(items: readonly { readonly slug: string; readonly kind: ItemKind }[]): GivenItems[] {
  const counts = new Map<string, GivenItems>();
  for (const { slug, kind } of items) {
    const key = `${slug} ${kind}`;
    counts.set(key, { slug, kind, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
