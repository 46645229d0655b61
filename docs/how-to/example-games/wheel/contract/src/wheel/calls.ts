/**
 * The wheel on the wire: facts, calls, and how a fact changes a view.
 *
 * Phases: WAITING until four players are in -> SPINNING (locked by the fourth stake, waiting for the beacon) -> SETTLED, or
 * CANCELLED when it does not fill within the hour, or VOIDED when the beacon stays away for 24 h. One cent of stake is one ticket;
 * ranges are contiguous in order of entry, and the entry that owns the drawn ticket takes the pot.
 */
import { commandAt, queryAt } from '../wire/call.ts';
import { cents, shareOf, type Cents } from '../wire/money.ts';

export const WHEEL_SEATS = 4;
/** The wheel turns this long after the result is known. */
export const TURN_MS = 4_000;
/** A wheel that does not fill is cancelled after this long; all items return. */
export const EXPIRY_MS = 60 * 60 * 1000;

/**
 * Minimum and maximum stake of a joiner against the first total, in cents, both inclusive: 90 to 110 percent. Throws a RangeError
 * unless the total is an integer number of cents.
 */
export function joinWindow(totalCents: number): { readonly leastCents: Cents; readonly mostCents: Cents } {
  const total = cents(totalCents);
  return { leastCents: shareOf(total, 9_000, 'up'), mostCents: shareOf(total, 11_000) };
}

export const listWheels = queryAt('wheel.list', '/wheel');
export const getWheel = queryAt('wheel.get', '/wheel/round/:id');
export const wheelHistory = queryAt('wheel.history', '/wheel/history/all');
export const createWheel = commandAt('wheel.create', '/wheel/create/inventory');
export const joinWheel = commandAt('wheel.join', '/wheel/join/inventory');
