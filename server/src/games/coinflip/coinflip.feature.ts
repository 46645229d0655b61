/**
 * Coinflip: a duel in which the creator chooses a side, which the lock record names. Its rules, the contract's calls, and the
 * sides, which its views have beyond those of every duel.
 */
import { COUNTDOWN_MS, EXPIRY_MS, joinWindow } from '@fairpot/contract/coinflip/calls';
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
import { makeDuel } from '../kit/duel/duel.ts';
import { duelFeature } from '../kit/duel/feature.ts';
import { sideOf, type DuelWords } from '../kit/duel/present.ts';

export const coinflip = makeDuel({
  game: 'coinflip',
  defaults: { minbetCents: 1_000, feeBps: 500 },
  expiryMs: EXPIRY_MS,
  joinWindow,
  refusals: { started: 'COINFLIP_STARTED', sideTaken: 'SIDE_TAKEN' },
  lock: {
    countdownMs: COUNTDOWN_MS,
    fields: { eos: null },
    // The creator's first (protocol fp/2, section 2); `pick` is the side.
    entry: ({ pseudonym, pick, cents }) => ({ player: pseudonym, side: pick, cents }),
  },
});

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
