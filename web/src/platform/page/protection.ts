/**
 * The own limits, break or exclusion, and what they stop, said on a button before it is pressed. The server decides again inside the
 * transaction that stakes; until its answer is here, nothing is stopped.
 */
import { getProtection, LIMIT_SPANS } from '@fairpot/contract/protection/calls';
import { findPlayBlocker, type PlayBlocker } from '@fairpot/contract/protection/views';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { cents, centsFromUsd, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { queryClient, keyOf } from '../calls/query-client.ts';
import { useAsk } from '../calls/use-call.ts';
import { serverNow } from '../live/clock.ts';
import { useSession } from './session.ts';
import { formatDateTime } from '../../ui/values/time.ts';

const FRESH_MS = 60_000;

/** Undefined when signed out, and until it is known. */
export function useProtection(): Protection | undefined {
  const signedIn = useSession().status === 'in';
  const { data } = useAsk(getProtection, {}, { enabled: signedIn, staleTime: FRESH_MS });
  return signedIn ? data : undefined;
}

/** Takes over what a command answered. */
export function putProtection(protection: Protection): void {
  queryClient.setQueryData(keyOf(getProtection, {}), protection);
}

/** What stands in the way: on the button, and in full beside it. */
export interface StakeBlock {
  readonly short: string;
  readonly text: string;
}

/** What stops a stake or deposit of this sum; `kind` null: a purchase, which blocks alone stop. Null: nothing. */
export function useStop(kind: 'stake' | 'deposit' | null, sum: Cents = cents(0)): StakeBlock | null {
  const stop = findPlayBlocker(useProtection(), kind, sum);
  return stop === null || isOver(stop) ? null : blockTexts(stop);
}

function isOver(stop: PlayBlocker): boolean {
  return stop.why === 'break' && stop.until !== null && stop.until <= serverNow();
}

const NAMES = { deposit: 'deposit limit', stake: 'stake limit', loss: 'loss limit' } as const;

function blockTexts(stop: PlayBlocker): StakeBlock {
  if (stop.why === 'limit') return limitTexts(stop.limit);
  if (stop.why === 'question') {
    return {
      short: 'Answer the limit question first',
      text: 'Before your first deposit: do you want a deposit limit? Answer at the top of the deposit page.',
    };
  }
  if (stop.why === 'break') {
    return { short: 'On a break', text: `You are taking a break until ${formatDateTime(stop.until ?? 0)}.` };
  }
  return { short: 'Self-excluded', text: 'You have excluded yourself from play. Withdrawals and support stay open.' };
}

function limitTexts({ kind, span, freeUsd, limitUsd, easesAt }: Protection['limits'][number]): StakeBlock {
  const eases = easesAt === null ? '' : ` More from ${formatDateTime(easesAt)} on.`;
  return {
    short: `Over your ${NAMES[kind]}`,
    text:
      `Your ${NAMES[kind]} is ${formatUsd(centsFromUsd(limitUsd))} in ${LIMIT_SPANS[span].words}: ` +
      `${formatUsd(centsFromUsd(freeUsd))} left.${eases}`,
  };
}
