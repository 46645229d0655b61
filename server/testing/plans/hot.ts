/** The lists and pages that people open most, with a page far back, and how many rows one statement may read for each. */
import { GAMES } from '@fairpot/contract/games/games';
import { casebattleHistory, getCasebattle, listCasebattles } from '@fairpot/contract/casebattle/schemas';
import { chatHistory } from '@fairpot/contract/chat/schemas';
import { coinflipHistory, getCoinflip, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { getRoundProof } from '@fairpot/contract/fair/schemas';
import { getJackpot, getJackpotRound, jackpotHistory } from '@fairpot/contract/jackpot/schemas';
import { getLogConsistency, getLogProof, listLoggedRounds, listMyRounds } from '@fairpot/contract/log/schemas';
import { getMarketItem, listMarket } from '@fairpot/contract/market/schemas';
import { listNotifications } from '@fairpot/contract/notifications/schemas';
import { listHistory } from '@fairpot/contract/profile/schemas';
import { recentResults } from '@fairpot/contract/results/schemas';
import { listTickets } from '@fairpot/contract/support/schemas';
import { listTradeOrders } from '@fairpot/contract/trades/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import type { CallInput, Query } from '@fairpot/contract/wire/call.schemas';
import { copiesOf, MIDST, ROUND, START, TICKET, TRADE } from '../cases/places.ts';
import { ON_SALE } from './played.ts';

interface HotQuery {
  readonly call: Query;
  readonly input: unknown;
  readonly maxRows: number;
}

const hot = <Q extends Query>(call: Q, input: CallInput<Q>, maxRows: number): HotQuery => ({ call, input, maxRows });

/** A settled round of the game, far back. */
const roundOf = (name: string) =>
  copiesOf(
    GAMES.findIndex(({ game }) => game === name),
    1,
  )[0] ?? '';
const LISTING = `1100~${ON_SALE}~itm_7${String(20_050_000).padStart(25, '0')}`;
const MESSAGE = `cht_7${String(10_000_000 - 50_000).padStart(25, '0')}`;

export const HOT_QUERIES: readonly HotQuery[] = [
  hot(getUser, {}, 700),
  hot(listHistory, {}, 1_600),
  hot(listHistory, { before: `${MIDST}.m.1` }, 1_600),
  hot(listMyRounds, {}, 900),
  hot(listMyRounds, { before: `${START - 35_000 * 60_000}-${ROUND}` }, 900),
  hot(recentResults, {}, 1_000),
  hot(listCoinflips, {}, 4_500),
  hot(getCoinflip, { id: roundOf('coinflip') }, 520),
  hot(coinflipHistory, {}, 900),
  hot(coinflipHistory, { before: roundOf('coinflip') }, 900),
  hot(getJackpot, {}, 540),
  hot(getJackpotRound, { id: roundOf('jackpot') }, 520),
  hot(jackpotHistory, { before: roundOf('jackpot') }, 900),
  hot(listCasebattles, {}, 4_500),
  hot(getCasebattle, { id: roundOf('casebattle') }, 600),
  hot(casebattleHistory, { before: roundOf('casebattle') }, 900),
  hot(listMarket, {}, 1_700),
  hot(listMarket, { after: LISTING }, 1_700),
  hot(listMarket, { sort: 'lowToHigh', search: 'test gun', appId: 730, wear: '5', minUsd: 1, after: LISTING }, 1_700),
  hot(getMarketItem, { id: ON_SALE }, 1_500),
  hot(getRoundProof, { id: ROUND }, 520),
  hot(getLogProof, { roundId: ROUND }, 600),
  hot(getLogConsistency, { from: 1_000 }, 600),
  hot(listLoggedRounds, {}, 900),
  hot(listLoggedRounds, { before: 5_000 }, 900),
  hot(chatHistory, { before: MESSAGE }, 1_500),
  hot(listNotifications, { before: 50_000 }, 3_100),
  hot(listTickets, { before: TICKET }, 900),
  hot(listTradeOrders, { before: TRADE }, 900),
];
