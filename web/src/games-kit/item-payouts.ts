/** What a round of staked items pays: the whole pot to one winner, less the items taken as the fee. Pure; for observe.ts. */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import type { Cents } from '@fairpot/contract/wire/money';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';

export interface ItemRound {
  readonly potCents: number;
  /** By entry, in the order of the lock. */
  readonly stakes: readonly (readonly StakedItem[])[];
  readonly feeItemIds: readonly string[];
  /** Pseudonym of who takes the pot. */
  readonly winner: string;
}

/** The payouts as a proof holds them; every number is of the view, none is made to fit. */
export function itemPayouts({ potCents, stakes, feeItemIds, winner }: ItemRound): RoundProof['payouts'] {
  const items = stakes.flatMap((staked, entry) =>
    staked.map(({ id, item }) => ({ id, entry, cents: centsFromUsd(item.priceUsd) })),
  );
  const taken = new Set<string>(feeItemIds);
  const feeItems = items.filter(({ id }) => taken.has(id));
  const feeCents = sumCents(feeItems.map(({ cents }) => cents));
  return {
    potCents,
    feeCents,
    items,
    feeItems: feeItems.map(({ id }) => id),
    shares: [{ player: winner, cents: potCents - feeCents }],
  };
}

/** Sum of items in cents. */
export function sumItems(items: readonly StakedItem[]): Cents {
  return sumCents(items.map(({ item }) => centsFromUsd(item.priceUsd)));
}
