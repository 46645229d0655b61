/** Sums and windows of dice duels, as numbers and as texts. Pure. The checks here are the same as the server's. */
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import { joinWindow } from '@fairpot/contract/diceduel/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { centsFromUsd, formatUsd, plainUsd, sumCents } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { formatPercent } from '../../ui/values/percent.ts';

type First = Pick<DiceduelGame, 'firstTotalUsd'>;

/** Minimum and maximum stake of a joiner, in cents, both inclusive. */
export function windowOf({ firstTotalUsd }: First): ReturnType<typeof joinWindow> {
  return joinWindow(centsFromUsd(firstTotalUsd));
}

/** '$19.60 to $20.40'. */
export function windowText(duel: First): string {
  const { leastCents, mostCents } = windowOf(duel);
  return `${formatUsd(leastCents)} to ${formatUsd(mostCents)}`;
}

/** Why a joiner cannot stake this much; null when it fits. */
export function joinRefusal(duel: First, stake: Cents): string | null {
  const { leastCents, mostCents } = windowOf(duel);
  return stake >= leastCents && stake <= mostCents
    ? null
    : messages.say.minMaxBet(plainUsd(leastCents), plainUsd(mostCents));
}

/** Why a duel cannot be opened with this much; null when it can. */
export function createRefusal(minimum: Cents, stake: Cents): string | null {
  return stake > minimum ? null : messages.say.minBet(plainUsd(minimum));
}

/** Both totals together. */
export function potOf({ firstTotalUsd, secondTotalUsd }: First & Pick<DiceduelGame, 'secondTotalUsd'>): Cents {
  return sumCents([centsFromUsd(firstTotalUsd), centsFromUsd(secondTotalUsd)]);
}

/** The fee and who pays it, shown before any stake. */
export function feeRule(bps: number): string {
  return `Fee: at most ${formatPercent(bps)} of the pot, taken as whole items from the losing stake.`;
}
