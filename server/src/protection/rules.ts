/**
 * What a change of a limit means, as pure functions: a tighter limit holds at once; a looser one is requested, waits 24 hours and
 * must be confirmed (rulings 1.10, GLI-19 2.5.5(b)). All instants are the database's. Called by the commands.
 */
import { LOOSEN_OPEN_MS, LOOSEN_WAIT_MS } from '@fairpot/contract/protection/calls';

export interface StoredLimit {
  readonly cents: number;
  /** When the requested looser limit can be confirmed; null: none was requested. */
  readonly askedFrom: number | null;
  /** The looser limit; null with `askedFrom`: no limit at all. */
  readonly askedCents: number | null;
}

/** The limit to be stored; null: none. */
export type LimitToStore = StoredLimit | null;

/** The limit (undefined: none yet) after its player asks for `cents` (null: no limit). */
export function requestLimit(now: number, limit: StoredLimit | undefined, cents: number | null): LimitToStore {
  if (limit === undefined) return cents === null ? null : { cents, askedFrom: null, askedCents: null };
  const isLooser = cents === null || cents > limit.cents;
  return isLooser
    ? { cents: limit.cents, askedFrom: now + LOOSEN_WAIT_MS, askedCents: cents }
    : { cents, askedFrom: null, askedCents: null };
}

export type ConfirmResult =
  | { readonly kind: 'done'; readonly limit: LimitToStore }
  | { readonly kind: 'early'; readonly from: number }
  | { readonly kind: 'none' };

/** The limit after its player confirms that it becomes looser. A request that is too old is dropped. */
export function confirmLooserLimit(now: number, limit: StoredLimit | undefined): ConfirmResult {
  if (limit === undefined || limit.askedFrom === null || now >= limit.askedFrom + LOOSEN_OPEN_MS)
    return { kind: 'none' };
  if (now < limit.askedFrom) return { kind: 'early', from: limit.askedFrom };
  const { askedCents } = limit;
  return { kind: 'done', limit: askedCents === null ? null : { cents: askedCents, askedFrom: null, askedCents: null } };
}

export interface PlayBlock {
  readonly kind: 'BREAK' | 'EXCLUDED';
  readonly since: number;
  /** Null: permanent. */
  readonly until: number | null;
  readonly returnFrom: number | null;
}

/** The block in force at `now`: a break until it is over, an exclusion until its player has come back. */
export function blockAt(now: number, block: PlayBlock | null): PlayBlock | null {
  return block?.kind === 'BREAK' && (block.until ?? Infinity) <= now ? null : block;
}

/** The block after a request for a break of these hours: never shorter than the one in force. */
export function withBreak(now: number, held: PlayBlock | null, hours: number): PlayBlock {
  const until = now + hours * 3_600_000;
  const block = blockAt(now, held);
  if (block === null) return { kind: 'BREAK', since: now, until, returnFrom: null };
  return block.kind === 'EXCLUDED' || (block.until ?? Infinity) >= until ? block : { ...block, until };
}

/** The end of an exclusion of this many months from `now`, by the calendar (UTC); the last day of a shorter month. */
export function monthsFrom(now: number, months: number): number {
  const from = new Date(now);
  const to = new Date(now);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}

/** The block after a request for an exclusion: never shorter than the one in force; a requested return is cancelled. */
export function withExclusion(now: number, held: PlayBlock | null, months: number | null): PlayBlock {
  const until = months === null ? null : monthsFrom(now, months);
  if (held?.kind !== 'EXCLUDED') return { kind: 'EXCLUDED', since: now, until, returnFrom: null };
  const longer = held.until === null || until === null ? null : Math.max(held.until, until);
  return { ...held, until: longer, returnFrom: null };
}

export type ReturnResult =
  | { readonly kind: 'back' | 'not yet' }
  | { readonly kind: 'asked'; readonly block: PlayBlock }
  | { readonly kind: 'early'; readonly from: number };

/** What 'I come back' does for a player with this block: once its time is over it is a request, a day later it takes effect. */
export function requestReturn(now: number, held: PlayBlock | null): ReturnResult {
  if (held?.kind !== 'EXCLUDED') return { kind: 'back' };
  if (held.until === null || now < held.until) return { kind: 'not yet' };
  const { returnFrom } = held;
  if (returnFrom === null || now >= returnFrom + LOOSEN_OPEN_MS) {
    return { kind: 'asked', block: { ...held, returnFrom: now + LOOSEN_WAIT_MS } };
  }
  return now < returnFrom ? { kind: 'early', from: returnFrom } : { kind: 'back' };
}
