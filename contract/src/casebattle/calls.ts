/**
 * Case battles on the wire: view, facts, calls, and how a fact changes a view.
 *
 * Status (spec 4): PENDING until the last seat is taken, then STARTED, then FINISHED when the replay has shown the last
 * drop and the winners are paid. CANCELLED by the creator, or after a day without the last player; VOIDED when no
 * beacon arrives for 24 h. STARTED has two parts: first the battle waits for the named drand round (`replay` is null),
 * then everything is published at once and `replay` says when each drop is on the screen, by the server's clock.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Maximum number of cases in one battle; a case may repeat (rulings 4). */
export const CASEBATTLE_MAX_CASES = 50;
/** Maximum price of one seat. */
export const CASEBATTLE_MAX_USD = 25_000;
/** A battle that does not fill up is cancelled after this time. */
export const CASEBATTLE_EXPIRY_MS = 24 * 60 * 60 * 1000;
/** From the publication of the result to the first reel: time for the result to reach every viewer. */
export const REPLAY_LEAD_MS = 500;
/** How long the draw of a tie is shown after the last reel. */
export const REPLAY_TIE_MS = 4_000;
/** How long the totals stay after the last reel (or the tie) before the winnings are paid. */
export const REPLAY_TAIL_MS = 1_500;

/** Duration of one round's reels, in ms: long battles play faster, so that none takes more than three minutes. */
export function roundMsFor(rounds: number): number {
  if (rounds <= 10) return 6_000;
  return rounds <= 25 ? 4_500 : 3_500;
}

export const listCasebattles = queryAt('casebattle.list', '/casebattle/list');
export const casebattleHistory = queryAt('casebattle.history', '/casebattle/history/all');
export const getCasebattle = queryAt('casebattle.details', '/casebattle/details/:id');
export const createCasebattle = commandAt('casebattle.create', '/casebattle/create');
export const joinCasebattle = commandAt('casebattle.join', '/casebattle/join');
export const leaveCasebattle = commandAt('casebattle.leave', '/casebattle/leave');
export const cancelCasebattle = commandAt('casebattle.cancel', '/casebattle/cancel');
export const callBattleBots = commandAt('casebattle.callBots', '/casebattle/bot');
export const setCasebattleWinner = commandAt('casebattle.setWinner', '/admin/casebattle/setWinner');
