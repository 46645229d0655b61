/**
 * Jackpot on the wire: view, facts, calls, and how a fact changes a view.
 *
 * Phases (rulings 4): WAITING until two different players are in, COUNTDOWN (60 s; an entry can extend it to at least
 * 10 s left, 120 s in all), FINISHING (`finishedAt` is set: locked, the named beacon is awaited), SETTLED, or VOIDED when
 * the beacon stays away for 24 h or no second player comes for as long. One cent of stake is one ticket; ranges are
 * contiguous in order of entry.
 */
import { commandAt, queryAt } from '../wire/call.ts';

export const JACKPOT_COUNTDOWN_MS = 60_000;
/** An entry leaves at least this much of the countdown. */
export const JACKPOT_LEAST_LEFT_MS = 10_000;
/** The countdown is never longer than this from its start. */
export const JACKPOT_LONGEST_MS = 120_000;
/** A player who waits this long for a second one gets everything back: the round ends as VOIDED. */
export const JACKPOT_EXPIRY_MS = 24 * 60 * 60 * 1000;
/**
 * Most that one round holds: JACKPOT_FULL beyond. A player who is alone may fill half of each, so that a second one always
 * finds room. At any fee rate a fee of such a pot is within the exact search for fee items (2^26 cents).
 */
export const JACKPOT_MOST_USD = 500_000;
export const JACKPOT_MOST_ENTRIES = 1_000;
/** How long a settled round stays on the screen before the next one takes its place there. */
export const JACKPOT_SHOW_RESULT_MS = 10_000;

export const getJackpot = queryAt('jackpot.get', '/jackpot');
export const getJackpotRound = queryAt('jackpot.round', '/jackpot/round/:id');
export const jackpotHistory = queryAt('jackpot.history', '/jackpot/history');
export const joinJackpot = commandAt('jackpot.join', '/jackpot/join/inventory');
export const joinJackpotSteam = commandAt('jackpot.joinSteam', '/jackpot/join/steam');
export const setJackpotWinner = commandAt('jackpot.setWinner', '/admin/jackpot/setWinner');
