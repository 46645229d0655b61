/** The dice duel as a feature: the contract's calls, and the throws, which its views have beyond those of every duel. */
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
import { duelFeature } from '../kit/duel/feature.ts';
import type { DuelWords } from '../kit/duel/present.ts';
import { diceduel } from './diceduel.ts';

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
