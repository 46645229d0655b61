/**
 * Player protection on the wire: limits, breaks, self-exclusion and the reality check (rulings 1.10), and what they
 * block.
 */
import { commandAt, queryAt } from '../wire/call.ts';

export const LIMIT_KINDS = ['deposit', 'stake', 'loss'] as const;

/** Periods of limits, in hours; `words` as refusals say them. */
export const LIMIT_SPANS = {
  day: { hours: 24, words: '24 hours' },
  week: { hours: 168, words: '7 days' },
  month: { hours: 720, words: '30 days' },
} as const;

/** A player loosens a limit by requesting it, waiting this long, and confirming it within the second time. */
export const LOOSEN_WAIT_MS = 24 * 60 * 60 * 1000;
export const LOOSEN_OPEN_MS = 7 * 24 * 60 * 60 * 1000;

/** Offered lengths of a break, in hours; the minimum and the maximum. */
export const BREAK_HOURS = [1, 24, 168, 720, 1008] as const;
export const MIN_BREAK_HOURS = 1;
export const MAX_BREAK_HOURS = 1008;

/** Months of self-exclusion; null: permanent. */
export const EXCLUSION_MONTHS = [6, 12, 60, null] as const;

/** Minutes between two reality checks. */
export const REALITY_MINUTES = [15, 30, 60] as const;

export const getProtection = queryAt('protection.get', '/user/limits');
export const setLimit = commandAt('protection.setLimit', '/user/limits/set');
export const answerLimitQuestion = commandAt('protection.answerLimits', '/user/limits/answer');
export const confirmLimit = commandAt('protection.confirmLimit', '/user/limits/confirm');
export const cancelLooserLimit = commandAt('protection.keepLimit', '/user/limits/keep');
export const takeBreak = commandAt('protection.takeBreak', '/user/limits/break');
export const excludeSelf = commandAt('protection.excludeSelf', '/user/limits/exclude');
export const returnToPlay = commandAt('protection.returnToPlay', '/user/limits/return');
export const setRealityCheck = commandAt('protection.setRealityCheck', '/user/limits/reality');
export const seePlay = commandAt('protection.seePlay', '/user/limits/seen');
