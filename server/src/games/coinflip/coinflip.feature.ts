/** Coinflip as a feature: the contract's calls, and the sides, which its views have beyond those of every duel. */
import {
  callBot,
  cancelCoinflip,
  coinflipHistory,
  createCoinflip,
  createCoinflipSteam,
  getCoinflip,
  joinCoinflip,
  joinCoinflipSteam,
  listCoinflips,
  type CoinflipGame,
  type CoinflipHistoryRow,
  setCoinflipWinner,
} from '@fairpot/contract/coinflip/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import type { Feature } from '../../platform/runner/feature.ts';
import { duelFeature } from '../kit/duel/feature.ts';
import { sideOf, type DuelWords } from '../kit/duel/present.ts';
import { coinflip } from './coinflip.ts';

const calls = {
  list: listCoinflips,
  get: getCoinflip,
  history: coinflipHistory,
  create: createCoinflip,
  join: joinCoinflip,
  createSteam: createCoinflipSteam,
  joinSteam: joinCoinflipSteam,
  cancel: cancelCoinflip,
  callBot,
  setWinner: setCoinflipWinner,
};

const words: DuelWords<CoinflipGame, CoinflipHistoryRow> = {
  view: (shared, { first, second, winner }) => ({
    ...shared,
    firstSide: sideOf(first),
    secondSide: second && sideOf(second),
    winnerSide: winner && sideOf(winner),
  }),
  row: (shared, { winner }) => ({ ...shared, winnerSide: sideOf(winner) }),
};

export function coinflipFeature(deps: Deps): Feature {
  return duelFeature(deps, coinflip, calls, words);
}
