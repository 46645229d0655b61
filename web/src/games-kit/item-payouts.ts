/** Payouts of a round of staked items: the whole pot to one winner, less the items taken as the fee. Pure; for observe.ts. */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import type { Cents } from '@fairpot/contract/wire/money';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';

export interface ItemRound {
  readonly potCents: number;
  /** By entry, in the order of the lock. */
  readonly stakes: readonly (readonly StakedItem[])[];
  readonly feeItemIds: readonly string[];
  /** Pseudonym of the winner. */
  readonly winner: string;
}

/** The payouts in the form of a proof. Every number comes from the view; none is derived to fit. */
export function itemPayouts({ potCents, stakes, feeItemIds, winner }: ItemRound): RoundProof['payouts'] {
  const items = potItems(stakes);
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

/** The items of a pot in the form of a proof, by entry. */
export function potItems(stakes: ItemRound['stakes']) {
  return stakes.flatMap((staked, entry) =>
    staked.map(({ id, item }) => ({ id, entry, cents: centsFromUsd(item.priceUsd) })),
  );
}

/** Sum of items in cents. */
export function sumItems(items: readonly StakedItem[]): Cents {
  return sumCents(items.map(({ item }) => centsFromUsd(item.priceUsd)));
}
