/**
 * The dice duel: a duel without sides. Its rules, the contract's calls, and the throws, which its views have beyond those of every
 * duel.
 */
import { COUNTDOWN_MS, EXPIRY_MS, joinWindow } from '@fairpot/contract/diceduel/calls';
import {
  cancelDiceduel,
  createDiceduel,
  createDiceduelSteam,
  diceduelHistory,
  getDiceduel,
  joinDiceduel,
  joinDiceduelSteam,
  listDiceduels,
  type DiceduelGame,
  type DiceduelHistoryRow,
} from '@fairpot/contract/diceduel/schemas';
import type { DiceduelOutcome } from '@fairpot/fairness/games/diceduel';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import type { Deps } from '../../platform/process/deps.ts';
import type { Feature } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { makeDuel } from '../kit/duel/duel.ts';
import { duelFeature } from '../kit/duel/feature.ts';
import type { DuelWords } from '../kit/duel/present.ts';

export const diceduel = makeDuel({
  game: 'diceduel',
  defaults: { minbetCents: 100, feeBps: 500 },
  expiryMs: EXPIRY_MS,
  joinWindow,
  refusals: { started: 'GAME_FINISHED', sideTaken: null },
  lock: {
    countdownMs: COUNTDOWN_MS,
    fields: { eos: null },
    // The creator's first.
    entry: ({ pseudonym, cents }) => ({ player: pseudonym, cents }),
  },
});

const calls = {
  list: listDiceduels,
  get: getDiceduel,
  history: diceduelHistory,
  create: createDiceduel,
  join: joinDiceduel,
  createSteam: createDiceduelSteam,
  joinSteam: joinDiceduelSteam,
  cancel: cancelDiceduel,
};

const words: DuelWords<DiceduelGame, DiceduelHistoryRow> = {
  view: (shared, { winner, outcome }) => ({
    ...shared,
    throws: outcome && throwsOf(outcome),
    winnerSeat: winner && (winner.no === 1 ? 1 : 2),
  }),
  row: (shared, { outcome }) => ({ ...shared, throws: throwsOf(outcome) }),
};

function throwsOf(outcome: Outcome): [number, number][] {
  invariant(isDiceduel(outcome), 'an outcome of another game');
  return outcome.throws.map(([first, second]) => [first, second]);
}

function isDiceduel(outcome: Outcome): outcome is DiceduelOutcome {
  return 'throws' in outcome;
}

export function diceduelFeature(deps: Deps): Feature {
  return duelFeature(deps, diceduel, calls, words);
}
