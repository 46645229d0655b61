/**
 * The player's own limits, break or self-exclusion, and the stakes and deposits they block, shown on a button before it is pressed. The
 * server decides again inside the transaction of the stake. Before the limits are loaded nothing is blocked.
 */
import { getProtection, LIMIT_SPANS } from '@fairpot/contract/protection/calls';
import { findPlayBlocker, type PlayBlocker } from '@fairpot/contract/protection/views';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { cents, centsFromUsd, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { queryClient, keyOf } from '../calls/query-client.ts';
import { useAsk } from '../calls/use-call.ts';
import { serverNow } from '../live/clock.ts';
import { useSession } from './session.ts';
import { formatDateTime } from './time.ts';
import { messages } from '../../messages.ts';

const FRESH_MS = 60_000;

/** Undefined when signed out and until loaded. */
export function useProtection(): Protection | undefined {
  const signedIn = useSession().status === 'in';
  const { data } = useAsk(getProtection, {}, { enabled: signedIn, staleTime: FRESH_MS });
  return signedIn ? data : undefined;
}

/** Caches the answer of a command. */
export function putProtection(protection: Protection): void {
  queryClient.setQueryData(keyOf(getProtection, {}), protection);
}

/** Why the player is blocked: `short` on the button, `text` in full next to it. */
export interface StakeBlock {
  readonly short: string;
  readonly text: string;
}

/** What blocks a stake or deposit of this sum; null if nothing does. `kind` null is a purchase, which only breaks and exclusions block. */
export function useStop(kind: 'stake' | 'deposit' | null, sum: Cents = cents(0)): StakeBlock | null {
  const stop = findPlayBlocker(useProtection(), kind, sum);
  return stop === null || isOver(stop) ? null : blockTexts(stop);
}

function isOver(stop: PlayBlocker): boolean {
  return stop.why === 'break' && stop.until !== null && stop.until <= serverNow();
}

const { protection: texts } = messages;

function blockTexts(stop: PlayBlocker): StakeBlock {
  if (stop.why === 'limit') return limitTexts(stop.limit);
  if (stop.why === 'question') return { short: texts.question, text: texts.questionText };
  if (stop.why === 'break') return { short: texts.onBreak, text: texts.onBreakText(formatDateTime(stop.until ?? 0)) };
  return { short: texts.excluded, text: texts.excludedText };
}

function limitTexts({ kind, span, freeUsd, limitUsd, easesAt }: Protection['limits'][number]): StakeBlock {
  const limit = texts.limits[kind];
  const [most, left] = [formatUsd(centsFromUsd(limitUsd)), formatUsd(centsFromUsd(freeUsd))];
  const more = easesAt === null ? '' : texts.moreFrom(formatDateTime(easesAt));
  return {
    short: texts.overLimit(limit),
    text: texts.overLimitText(limit, most, LIMIT_SPANS[span].words, left) + more,
  };
}
