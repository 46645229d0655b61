/**
 * What limits and blocks mean, as pure functions: what a player may add to them, and what a change does. A tighter limit holds at
 * once; a looser one is requested, waits 24 hours and must be confirmed (rulings 1.10, GLI-19 2.5.5(b)). All instants are the
 * database's.
 */
import { LIMIT_SPANS, LOOSEN_OPEN_MS, LOOSEN_WAIT_MS } from '@fairpot/contract/protection/calls';
import type { LimitKind, LimitSpan } from '@fairpot/contract/protection/schemas';
import { cents, plainUsd } from '@fairpot/contract/wire/money';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';

const HOUR_MS = 3_600_000;

/** The limits that an amount of this kind has to fit. An open stake counts as lost. */
export const LIMITS_OF = { stake: ['stake', 'loss'], deposit: ['deposit'] } as const;
export type CountedKind = keyof typeof LIMITS_OF;

/** A limit and the sum that counts against it now. */
export interface LimitUse {
  readonly kind: LimitKind;
  readonly span: LimitSpan;
  readonly cents: number;
  readonly usedCents: number;
}

/**
 * For each amount of one player the limit that stops it, with what counted before it; null: none does. Amounts are judged in
 * order, each after those that were admitted before it. Of several limits the longest is the one: it is the last to admit the
 * amount.
 */
export function exceededLimits<T extends LimitUse>(limits: readonly T[], amounts: readonly number[]): (T | null)[] {
  const longestFirst = limits.toSorted(
    (a, b) => LIMIT_SPANS[b.span].hours - LIMIT_SPANS[a.span].hours || a.kind.localeCompare(b.kind),
  );
  let admitted = 0;
  return amounts.map((amount) => {
    const limit = longestFirst.find((each) => each.usedCents + admitted + amount > each.cents);
    if (limit !== undefined) return { ...limit, usedCents: limit.usedCents + admitted };
    admitted += amount;
    return null;
  });
}

/** Cents that stop counting at the start of an hour (since 1970). Winnings are below zero. */
export interface LeavingCents {
  readonly cents: number;
  readonly leavesAt: number;
}

/** A refusal, as a value. */
export interface Stop {
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, string>>;
}

/** The refusal of an amount that a limit stops. `leaving`: what counts now, by the hour in which it stops counting, in order. */
export function limitRefusal(limit: LimitUse, amount: number, leaving: readonly LeavingCents[]): Stop {
  const fitsAt = amount > limit.cents ? null : hourOfRoom(limit.usedCents + amount - limit.cents, leaving);
  return {
    code: LIMIT_CODES[limit.kind],
    details: {
      max: plainUsd(cents(limit.cents)),
      span: LIMIT_SPANS[limit.span].words,
      when: fitsAt === null ? 'only with a lower sum' : `from ${dateOf(fitsAt * HOUR_MS)} on`,
    },
  };
}

const LIMIT_CODES = { stake: 'LIMIT_STAKE', loss: 'LIMIT_LOSS', deposit: 'LIMIT_DEPOSIT' } as const;

/** The first hour at which so many cents no longer count. */
function hourOfRoom(tooMany: number, leaving: readonly LeavingCents[]): number | null {
  let gone = 0;
  for (const hour of leaving) {
    gone += hour.cents;
    if (gone >= tooMany) return hour.leavesAt;
  }
  return null;
}

/** An instant as refusals show it: '2026-11-23 20:00 UTC'. */
export const dateOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The refusal of everything that a break or an exclusion stops; null: there is none in force. */
export function blockRefusal(now: number, held: PlayBlock | null): Stop | null {
  const block = blockAt(now, held);
  if (block === null) return null;
  const { kind, until } = block;
  if (kind === 'BREAK') return { code: 'TAKING_BREAK', details: { until: dateOf(until ?? now) } };
  const isOver = until !== null && until <= now;
  const date = until === null ? 'for good' : `until ${dateOf(until)}`;
  return { code: 'SELF_EXCLUDED', details: { until: isOver ? 'until you come back on your profile' : date } };
}

/** A visit is over when no page was open for this long. */
export const VISIT_GAP_MS = 30 * 60 * 1000;

export interface RealityCheck {
  readonly minutes: number | null;
  /** When the player last read one, and was last seen, in the current or the last visit; null: none. */
  readonly readAt: number | null;
  readonly seenAt: number | null;
}

/** A reality check waits to be read: its interval is over in the current visit. The next visit begins without it. */
export function isCheckWaiting(now: number, { minutes, readAt, seenAt }: RealityCheck): boolean {
  if (minutes === null || readAt === null || seenAt === null) return false;
  return readAt + minutes * 60_000 <= now && seenAt + VISIT_GAP_MS >= now;
}

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
