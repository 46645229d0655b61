/**
 * Jackpot on the wire: view, facts, calls, and how a fact changes a view.
 *
 * Phases (rulings 4): WAITING until two different players are in, COUNTDOWN (60 s; an entry can extend it to at least
 * 10 s left, 120 s in all), FINISHING (`finishedAt` is set: locked, the named beacon is awaited), SETTLED, or VOIDED when
 * the beacon stays away for 24 h or no second player comes for as long. One cent of stake is one ticket; ranges are
 * contiguous in order of entry.
 */
import { commandAt, queryAt } from './call.ts';
import type { JackpotState, JackpotFact, JackpotRound } from './schemas/jackpot.ts';

export type * from './schemas/jackpot.ts';

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

/**
 * The state after a fact. Pure. Returns the same object for an old fact and 'gap' when a version of the current round was
 * missed: then the caller fetches GET /jackpot again. Facts that carry the round may be ahead of their own version.
 */
export function applyJackpotFact(state: JackpotState, fact: JackpotFact): JackpotState | 'gap' {
  if (fact.type === 'jackpot.opened') {
    const { game } = state;
    // By time, not by number: an opening that failed gives its number back, and a later round may get it.
    if (game && (game.id === fact.roundId || game.openedAt >= fact.round.openedAt)) return state;
    return withGame({ ...state, last: game ?? state.last }, fact.round);
  }
  const side = state.game?.id === fact.roundId ? 'game' : state.last?.id === fact.roundId ? 'last' : null;
  const round = side === null ? null : state[side];
  if (round === null) return 'gap';
  if (fact.version <= round.version) return state;
  if (!('round' in fact) && fact.version !== round.version + 1) return 'gap';
  const next = 'round' in fact ? fact.round : changed(round, fact);
  return side === 'game' ? withGame(state, next) : { ...state, last: next };
}

function withGame(state: JackpotState, game: JackpotRound): JackpotState {
  return { ...state, state: { finishedAt: game.finishedAt }, game };
}

type Step = Extract<JackpotFact, { type: 'jackpot.entered' | 'jackpot.locked' }>;

function changed(round: JackpotRound, fact: Step): JackpotRound {
  const { version } = fact;
  if (fact.type === 'jackpot.locked') {
    return { ...round, version, phase: 'FINISHING', finishedAt: fact.finishedAt, fair: fact.fair };
  }
  const { entry, phase, value, deadlineAt } = fact;
  return { ...round, version, phase, value, deadlineAt, entries: [...round.entries, entry] };
}

export const getJackpot = queryAt('jackpot.get', '/jackpot');
export const getJackpotRound = queryAt('jackpot.round', '/jackpot/round/:id');
export const jackpotHistory = queryAt('jackpot.history', '/jackpot/history');
export const joinJackpot = commandAt('jackpot.join', '/jackpot/join/inventory');
export const joinJackpotSteam = commandAt('jackpot.joinSteam', '/jackpot/join/steam');
export const setJackpotWinner = commandAt('jackpot.setWinner', '/admin/jackpot/setWinner');
