/** Pure functions over the views and facts of protection, for server and client. */
import { centsFromUsd, type Cents } from '../wire/money.ts';
import type { LimitKind, Protection } from './schemas.ts';
import { LIMIT_SPANS } from './calls.ts';

/** What blocks an action; `limit`: the limit that it would exceed. */
export type PlayBlocker =
  | { readonly why: 'break'; readonly until: number | null }
  | { readonly why: 'excluded'; readonly until: number | null }
  | { readonly why: 'question' }
  | { readonly why: 'limit'; readonly limit: Protection['limits'][number] };

/**
 * What blocks a stake or deposit of `sum` (cents), or a purchase (`kind` null: only blocks apply), by the page's copy
 * of `protection`; null for nothing. An exhausted limit blocks even when there is no sum yet. The server decides again,
 * inside the transaction.
 */
export function findPlayBlocker(
  protection: Protection | undefined,
  kind: 'stake' | 'deposit' | null,
  sum: Cents,
): PlayBlocker | null {
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
