/** Player protection on the wire: limits, breaks, self-exclusion and the reality check (rulings 1.10), and what they stop. */
import { commandAt, queryAt } from './call.ts';
import { centsFromUsd, type Cents } from './money.ts';
import type { LimitKind, Protection } from './schemas/protection.ts';

export type * from './schemas/protection.ts';

export const LIMIT_KINDS = ['deposit', 'stake', 'loss'] as const;

/** Spans of time that limits hold over, in hours; `words` as refusals say them (protection_refusal says the same). */
export const LIMIT_SPANS = {
  day: { hours: 24, words: '24 hours' },
  week: { hours: 168, words: '7 days' },
  month: { hours: 720, words: '30 days' },
} as const;

/** A limit is loosened by asking, waiting this long, and saying so once more; then within as long as the second says. */
export const LOOSEN_WAIT_MS = 24 * 60 * 60 * 1000;
export const LOOSEN_OPEN_MS = 7 * 24 * 60 * 60 * 1000;

/** Lengths of a break on offer, in hours; the least and the most that can be asked for. */
export const BREAK_HOURS = [1, 24, 168, 720, 1008] as const;
export const LEAST_BREAK_HOURS = 1;
export const MOST_BREAK_HOURS = 1008;

/** Months of self-exclusion; null: for good. */
export const EXCLUSION_MONTHS = [6, 12, 60, null] as const;

/** Minutes between two reality checks. */
export const REALITY_MINUTES = [15, 30, 60] as const;

export const getProtection = queryAt('protection.get', '/user/limits');
export const setLimit = commandAt('protection.setLimit', '/user/limits/set');
export const answerLimits = commandAt('protection.answerLimits', '/user/limits/answer');
export const confirmLimit = commandAt('protection.confirmLimit', '/user/limits/confirm');
export const keepLimit = commandAt('protection.keepLimit', '/user/limits/keep');
export const takeBreak = commandAt('protection.takeBreak', '/user/limits/break');
export const excludeSelf = commandAt('protection.excludeSelf', '/user/limits/exclude');
export const returnToPlay = commandAt('protection.returnToPlay', '/user/limits/return');
export const setRealityCheck = commandAt('protection.setRealityCheck', '/user/limits/reality');
export const seePlay = commandAt('protection.seePlay', '/user/limits/seen');

/** What stands in the way of an action that limits or a block stop; `over`: the limit that it would be over. */
export type Stop =
  | { readonly why: 'break'; readonly until: number | null }
  | { readonly why: 'excluded'; readonly until: number | null }
  | { readonly why: 'question' }
  | { readonly why: 'limit'; readonly limit: Protection['limits'][number] };

/**
 * What stops a stake or deposit of `sum` (cents), or a purchase (`kind` null: blocks alone stop it), by what the page knows of
 * `protection`; null: nothing. Where nothing is left a limit stops also what has no sum yet. The server decides again, inside the transaction.
 */
export function stopOf(protection: Protection | undefined, kind: 'stake' | 'deposit' | null, sum: Cents): Stop | null {
  if (protection === undefined) return null;
  const { block, limits, limitsAnswered } = protection;
  if (block !== null) return { why: block.kind === 'EXCLUDED' ? 'excluded' : 'break', until: block.until };
  const kinds: readonly LimitKind[] = kind === null ? [] : kind === 'stake' ? ['stake', 'loss'] : ['deposit'];
  const over = limits
    .filter((each) => kinds.includes(each.kind) && Math.max(sum, 1) > centsFromUsd(each.freeUsd))
    .sort((a, b) => a.freeUsd - b.freeUsd || LIMIT_SPANS[b.span].hours - LIMIT_SPANS[a.span].hours);
  if (over[0] !== undefined) return { why: 'limit', limit: over[0] };
  return kind === 'deposit' && !limitsAnswered ? { why: 'question' } : null;
}
