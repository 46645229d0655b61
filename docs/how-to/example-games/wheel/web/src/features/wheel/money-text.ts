/** Sums and windows of wheels, as numbers and as texts. Pure. The checks here are the same as the server's. */
import type { WheelGame } from '@fairpot/contract/wheel/schemas';
import { joinWindow } from '@fairpot/contract/wheel/calls';
import { centsFromUsd, formatUsd, plainUsd, type Cents } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { formatPercent } from '../../ui/values/percent.ts';

type Entries = Pick<WheelGame, 'entries'>;

/** Minimum and maximum stake of a joiner, in cents, both inclusive. */
export function windowOf({ entries }: Entries): ReturnType<typeof joinWindow> {
  return joinWindow(centsFromUsd(entries[0]?.totalUsd ?? 0));
}

/** '$18.00 to $22.00'. */
export function windowText(wheel: Entries): string {
  const { leastCents, mostCents } = windowOf(wheel);
  return `${formatUsd(leastCents)} to ${formatUsd(mostCents)}`;
}

/** Why a joiner cannot stake this much; null when it fits. */
export function joinRefusal(wheel: Entries, stake: Cents): string | null {
  const { leastCents, mostCents } = windowOf(wheel);
  const fits = stake >= leastCents && stake <= mostCents;
  return fits ? null : messages.say.minMaxBet(plainUsd(leastCents), plainUsd(mostCents));
}

/** Why a wheel cannot be opened with this much; null when it can. */
export function createRefusal(minimum: Cents, stake: Cents): string | null {
  return stake > minimum ? null : messages.say.minBet(plainUsd(minimum));
}

/** The fee and who pays it, shown before any stake. */
export function feeRule(bps: number): string {
  return `Fee: at most ${formatPercent(bps)} of the pot, taken as whole items from the losing stakes.`;
}
