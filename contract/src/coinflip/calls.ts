/**
 * Coinflip on the wire: view, facts, calls, and how a fact changes a view.
 *
 * Phases (rulings 4): WAITING -> COUNTDOWN (20 s from the join) -> SETTLED, or CANCELLED while waiting, or VOIDED when
 * no beacon arrives for 24 h. Side 1 (red) covers tickets 0 to its share, side 2 (blue) the rest.
 */
import { commandAt, queryAt } from '../wire/call.ts';
import { cents, shareOf, type Cents } from '../wire/money.ts';

export const COUNTDOWN_MS = 20_000;
/** The start sound plays when this many seconds are left. */
export const START_SOUND_AT_SECONDS = 15;
/** Delay from the moment the winner is known until the coin animation shows it. */
export const REVEAL_DELAY_MS = 3_000;
/** A waiting game without a second player is cancelled after this time. */
export const EXPIRY_MS = 24 * 60 * 60 * 1000;
/** A joiner's total must be strictly between these shares of the creator's total. */
export const JOIN_WINDOW_BPS = { min: 9_000, max: 11_000 } as const;

/** Minimum and maximum stake of a joiner, in cents, both inclusive. */
export interface JoinWindow {
  readonly minCents: Cents;
  readonly maxCents: Cents;
}

/**
 * The join window for a creator's total in cents: the one rule, which the server checks before it takes a stake and
 * every screen uses to show or check the limits. `total * 0.9 < joiner < total * 1.1` in exact integers, so the minimum
 * is floor(0.9 t) + 1 and the maximum ceil(1.1 t) - 1. Throws a RangeError unless the total is an integer number of
 * cents.
 */
export function joinWindow(totalCents: number): JoinWindow {
  const total = cents(totalCents);
  return {
    minCents: cents(shareOf(total, JOIN_WINDOW_BPS.min) + 1),
    maxCents: cents(shareOf(total, JOIN_WINDOW_BPS.max, 'up') - 1),
  };
}

export const listCoinflips = queryAt('coinflip.list', '/coinflip');
export const getCoinflip = queryAt('coinflip.get', '/coinflip/round/:id');
export const coinflipHistory = queryAt('coinflip.history', '/coinflip/history/all');
export const createCoinflip = commandAt('coinflip.create', '/coinflip/create/inventory');
export const joinCoinflip = commandAt('coinflip.join', '/coinflip/join/inventory');
export const createCoinflipSteam = commandAt('coinflip.createSteam', '/coinflip/create/steam');
export const joinCoinflipSteam = commandAt('coinflip.joinSteam', '/coinflip/join/steam');
export const cancelCoinflip = commandAt('coinflip.cancel', '/coinflip/cancel');
export const callBot = commandAt('coinflip.callBot', '/coinflip/bot');
export const setCoinflipWinner = commandAt('coinflip.setWinner', '/admin/coinflip/setWinner');
