/** Whether a proof pays the winners that a line of results names. Pure. */
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { cents, centsFromUsd } from '@fairpot/contract/wire/money';

interface PaidShares {
  readonly payouts: { readonly shares: readonly { readonly cents: number }[] };
}

/** Every share of the proof is one winner's amount, and every amount is a share. Names are pseudonyms in a proof, so amounts are compared. */
export function paysAsShown(proof: PaidShares, { winners }: Pick<RecentResult, 'winners'>): boolean {
  const paid = proof.payouts.shares.map((share) => cents(share.cents)).filter((share) => share > 0);
  const shown = winners.map(({ wonUsd }) => centsFromUsd(wonUsd));
  return sorted(paid) === sorted(shown);
}

function sorted(amounts: readonly number[]): string {
  return [...amounts].sort((a, b) => a - b).join();
}
