/** Pure functions over the views and facts of jackpot rounds, for server and client. */
import type { JackpotState, JackpotFact, JackpotRound } from './schemas.ts';

/**
 * The state after a fact. Pure. Returns the same object for an old fact, and 'gap' when a version of the current round
 * was missed: then the caller fetches GET /jackpot again. Facts that carry the round may be ahead of their own version.
 */
export function applyJackpotFact(state: JackpotState, fact: JackpotFact): JackpotState | 'gap' {
  if (fact.type === 'jackpot.opened') {
    const { game } = state;
    // By time, not by number: a failed opening releases its number, and a later round may get it.
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

type JackpotProgressFact = Extract<JackpotFact, { type: 'jackpot.entered' | 'jackpot.locked' }>;

function changed(round: JackpotRound, fact: JackpotProgressFact): JackpotRound {
  const { version } = fact;
  if (fact.type === 'jackpot.locked') {
    return { ...round, version, phase: 'FINISHING', finishedAt: fact.finishedAt, fair: fact.fair };
  }
  const { entry, phase, value, deadlineAt } = fact;
  return { ...round, version, phase, value, deadlineAt, entries: [...round.entries, entry] };
}
