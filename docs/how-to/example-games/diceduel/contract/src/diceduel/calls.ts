/**
 * The dice duel on the wire: facts, calls, and how a fact changes a view.
 *
 * Phases: WAITING -> COUNTDOWN (10 s from the join) -> SETTLED, or CANCELLED while waiting, or VOIDED when the beacon stays away
 * for 24 h. Each player throws one die, the higher one takes the pot; equal dice are thrown again.
 */
import { commandAt, queryAt } from '../wire/call.ts';
import { cents, shareOf, type Cents } from '../wire/money.ts';

export const COUNTDOWN_MS = 10_000;
/** The dice come to rest this long after the result is known. */
export const THROW_MS = 2_000;
/** A waiting duel without a joiner is cancelled after this long. */
export const EXPIRY_MS = 24 * 60 * 60 * 1000;

/**
 * Minimum and maximum stake of a joiner against this total, in cents, both inclusive: 98 to 102 percent. Narrow, because both
 * chances are one half whatever is staked. Throws a RangeError unless the total is an integer number of cents.
 */
export function joinWindow(totalCents: number): { readonly leastCents: Cents; readonly mostCents: Cents } {
  const total = cents(totalCents);
  return { leastCents: shareOf(total, 9_800, 'up'), mostCents: shareOf(total, 10_200) };
}

export const listDiceduels = queryAt('diceduel.list', '/diceduel');
export const getDiceduel = queryAt('diceduel.get', '/diceduel/round/:id');
export const diceduelHistory = queryAt('diceduel.history', '/diceduel/history/all');
export const createDiceduel = commandAt('diceduel.create', '/diceduel/create/inventory');
export const joinDiceduel = commandAt('diceduel.join', '/diceduel/join/inventory');
export const createDiceduelSteam = commandAt('diceduel.createSteam', '/diceduel/create/steam');
export const joinDiceduelSteam = commandAt('diceduel.joinSteam', '/diceduel/join/steam');
export const cancelDiceduel = commandAt('diceduel.cancel', '/diceduel/cancel');
