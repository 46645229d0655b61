/**
 * What a trade order means to the person who made it: a name for its state, what happens next, and where their items are.
 * Pure; the words of each state stand in the contract (trade-states.ts). Called by the CONFIRM TRADE window and by the list of orders.
 */
import { GAMES } from '@fairpot/contract/games/games';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { endedWithoutTrade, isEnd, phaseOf, readingOf, type TradePhase } from '@fairpot/contract/trades/states';
import type { OrderWords } from '@fairpot/contract/trades/words';
import type { SteamBet, TradeOrder, TradeState } from '@fairpot/contract/trades/schemas';

/** How far an order is on its way: asked for, offered, accepted, done. */
export const STEPS = ['Ordered', 'Offer sent', 'Accepted', 'Done'] as const;

/** True while an offer may still be accepted, so that it has to be told from a forged one. */
export function isOpenOffer(state: TradeState): boolean {
  return phaseOf(state) === 'OPEN';
}

/** True for an order that ended without a trade, or whose trade was taken back. */
export function isFailed(state: TradeState): boolean {
  return endedWithoutTrade(state) || phaseOf(state) === 'REVERSED';
}

/** How many steps of `STEPS` are done in each phase: null, as far as it came for certain. */
const DONE: Readonly<Record<TradePhase, number | null>> = {
  OPEN: null,
  TRADING: 3,
  SETTLED: 4,
  FAILED: null,
  REVERSED: 3,
};

/** Steps that are done, of the four of `STEPS`. Of an order that failed, those that it had done surely. */
export function stepsDone({ state, offerId }: Pick<TradeOrder, 'state' | 'offerId'>): number {
  return DONE[phaseOf(state)] ?? (offerId === null ? 1 : 2);
}

type Told = Pick<
  TradeOrder,
  | 'kind'
  | 'state'
  | 'toBalance'
  | 'totalUsd'
  | 'protectedUntil'
  | 'booked'
  | 'released'
  | 'returned'
  | 'reason'
  | 'reasonText'
  | 'bet'
>;

/** The words of an order. `until`: `protectedUntil` as a person reads it. */
export function wordsOf(order: Told, until: (at: number) => string): OrderWords {
  const { kind, state, protectedUntil, booked, released, returned, reason, reasonText, bet } = order;
  const dated = protectedUntil !== null;
  const { tone, title, meaning, where } = readingOf(kind, state, { booked, released, returned, dated });
  const filled = (text: string) =>
    text.replace('{until}', () => (dated ? until(protectedUntil) : '')).replace('{credited}', () => credited(order));
  // The reason, where there is one, in place of the general sentence.
  const isReasoned = endedWithoutTrade(state) && reason !== null;
  const words = {
    tone,
    title: filled(title),
    meaning: isReasoned ? reasonText.replace(/\.?$/, '.') : filled(meaning),
    where: filled(where),
  };
  return kind === 'WITHDRAWAL' || bet === null ? words : betWords(bet, state, words);
}

/** True when nothing more happens by itself, with the bet that it is for. */
export function isOver({
  kind,
  state,
  released,
  bet,
}: Pick<TradeOrder, 'kind' | 'state' | 'released' | 'bet'>): boolean {
  const booking = kind === 'DEPOSIT' && state === 'SETTLED' && !released;
  return isEnd(state) && !booking && bet?.state !== 'OPEN';
}

/** What happens to the items of an order, or happened, before their number: 'You give', 'You gave', 'You keep'. */
export function itemsWord({ kind, state }: Pick<TradeOrder, 'kind' | 'state'>): string {
  if (isFailed(state)) return 'You keep';
  if (isOpenOffer(state)) return kind === 'DEPOSIT' ? 'You give' : 'You receive';
  if (kind === 'DEPOSIT') return 'You gave';
  return state === 'HELD' ? 'You receive' : 'You received';
}

/** 'jackpot'. */
export function betGame({ game }: SteamBet): string {
  return (GAMES.find((each) => each.game === game)?.one ?? game).toLowerCase();
}

/** Of a deposit that is for a bet: what became of it, once the items have come. */
function betWords(bet: SteamBet, state: TradeState, words: OrderWords): OrderWords {
  switch (bet.state) {
    case 'OPEN':
      return state === 'SETTLED'
        ? { ...words, tone: 'wait', title: 'Placing your bet', meaning: 'Your items have come, they are being staked.' }
        : words;
    case 'PLACED':
      return {
        tone: 'good',
        title: 'Bet placed',
        meaning: `The trade is complete, and your ${betGame(bet)} bet counts from the moment it was placed.`,
        where: 'Your items were staked.',
      };
    case 'LEFT':
      return { ...words, tone: 'bad', title: 'Bet not placed', meaning: bet.reasonText.replace(/\.?$/, '.') };
    case 'NONE':
      return words;
  }
}

function credited({ toBalance, totalUsd }: Told): string {
  return toBalance
    ? `${formatUsd(centsFromUsd(totalUsd))} is in your balance`
    : 'Your items are in your site inventory';
}
