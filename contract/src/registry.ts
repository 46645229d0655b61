/** Every call of the product, in one list: the server checks that each has a handler, OpenAPI is made from it. */
import type { Call } from './call.ts';
import { CASE_CALLS } from './case.ts';
import { CASEBATTLE_CALLS } from './casebattle.ts';
import { CHAT_CALLS } from './chat.ts';
import {
  callBot,
  cancelCoinflip,
  coinflipHistory,
  createCoinflip,
  getCoinflip,
  joinCoinflip,
  listCoinflips,
} from './coinflip.ts';
import { findRound, getRoundProof } from './fair.ts';
import { siteInventory, steamInventory } from './inventory.ts';
import { getJackpot, getJackpotRound, jackpotHistory, joinJackpot } from './jackpot.ts';
import { LOG_CALLS } from './log.ts';
import { MARKET_CALLS } from './market.ts';
import { setCasebattleWinner, setCoinflipWinner, setJackpotWinner } from './script.ts';
import { listSettings } from './settings.ts';
import { listStuckRounds } from './stuck.ts';
import { confirmAge, getUser } from './user.ts';

export const CALLS: readonly Call[] = [
  getUser,
  confirmAge,
  listSettings,
  siteInventory,
  steamInventory,
  listCoinflips,
  getCoinflip,
  coinflipHistory,
  createCoinflip,
  joinCoinflip,
  cancelCoinflip,
  callBot,
  setCoinflipWinner,
  getJackpot,
  getJackpotRound,
  jackpotHistory,
  joinJackpot,
  setJackpotWinner,
  setCasebattleWinner,
  ...CASE_CALLS,
  ...CASEBATTLE_CALLS,
  getRoundProof,
  findRound,
  listStuckRounds,
  ...LOG_CALLS,
  ...CHAT_CALLS,
  ...MARKET_CALLS,
];
