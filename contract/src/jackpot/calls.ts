/**
 * Jackpot on the wire: view, facts, calls, and how a fact changes a view.
 *
 * Phases (rulings 4): WAITING until two different players have joined, COUNTDOWN (60 s; an entry can extend it to at
 * least 10 s left, 120 s in total), FINISHING (`finishedAt` is set: locked, waiting for the named beacon), SETTLED, or
 * VOIDED when no beacon arrives for 24 h or no second player joins within 24 h. One cent of stake is one ticket; ranges
 * are contiguous in order of entry.
 */
import { commandAt, queryAt } from '../wire/call.ts';

export const JACKPOT_COUNTDOWN_MS = 60_000;
/** Minimum time left on the countdown after an entry. */
export const JACKPOT_MIN_LEFT_MS = 10_000;
/** Maximum length of the countdown from its start. */
export const JACKPOT_MAX_MS = 120_000;
/** A player who waits this long for a second one gets everything back: the round ends as VOIDED. */
export const JACKPOT_EXPIRY_MS = 24 * 60 * 60 * 1000;
/**
 * Maximum size of one round: JACKPOT_FULL beyond it. A lone player may fill half of each limit, so that a second one
 * always has room. At any fee rate the fee of such a pot is within the exact search for fee items (2^26 cents).
 */
export const JACKPOT_MAX_USD = 500_000;
export const JACKPOT_MAX_ENTRIES = 1_000;
/** How long a settled round stays on the screen before the next one replaces it. */
export const JACKPOT_SHOW_RESULT_MS = 10_000;

export const getJackpot = queryAt('jackpot.get', '/jackpot');
export const getJackpotRound = queryAt('jackpot.round', '/jackpot/round/:id');
export const jackpotHistory = queryAt('jackpot.history', '/jackpot/history');
export const joinJackpot = commandAt('jackpot.join', '/jackpot/join/inventory');
export const joinJackpotSteam = commandAt('jackpot.joinSteam', '/jackpot/join/steam');
export const setJackpotWinner = commandAt('jackpot.setWinner', '/admin/jackpot/setWinner');
