/**
 * Chooses the texts of a trade order: its state, what happens next, and where the items are. Pure. The texts of each state are in the
 * contract (trades/texts.ts).
 */
import { GAMES } from '@fairpot/contract/games/games';
import { centsFromUsd, formatUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { endedWithoutTrade, isEnd, phaseOf, orderTextOf, type TradePhase } from '@fairpot/contract/trades/states';
import type { OrderText } from '@fairpot/contract/trades/texts';
import type { SteamBet, TradeOrder, TradeState } from '@fairpot/contract/trades/schemas';
import { itemCount, texts } from '../texts.ts';

export const STEPS = texts.steps.names;

/** True while an offer may still be accepted, so that the player must be able to distinguish it from a forged one. */
export function isOpenOffer(state: TradeState): boolean {
  return phaseOf(state) === 'OPEN';
}

/** True for an order that ended without a trade, or whose trade was reversed. */
export function isFailed(state: TradeState): boolean {
  return endedWithoutTrade(state) || phaseOf(state) === 'REVERSED';
}

/** How many of the `STEPS` are done in each phase; null if it depends on the order. */
const DONE: Readonly<Record<TradePhase, number | null>> = {
  OPEN: null,
  TRADING: 3,
  SETTLED: 4,
  FAILED: null,
  REVERSED: 3,
};

/** How many of the four `STEPS` are done; for a failed order, the steps that were certainly done. */
export function stepsDone(order: Pick<TradeOrder, 'kind' | 'state' | 'offerId' | 'released'>): number {
  const { state, offerId } = order;
  if (isBooking(order)) return 3;
  return DONE[phaseOf(state)] ?? (offerId === null ? 1 : 2);
}

type OrderSummary = Pick<
  TradeOrder,
  | 'kind'
  | 'state'
  | 'toBalance'
  | 'totalUsd'
  | 'creditedUsd'
  | 'items'
  | 'protectedUntil'
  | 'booked'
  | 'released'
  | 'returned'
  | 'reason'
  | 'reasonText'
  | 'bet'
>;

/** The texts of an order. `until` formats `protectedUntil`. */
export function wordsOf(order: OrderSummary, until: (at: number) => string): OrderText {
  const { kind, state, protectedUntil, booked, released, returned, reason, reasonText, bet } = order;
  const dated = protectedUntil !== null;
  const { tone, title, meaning, where } = orderTextOf(kind, state, {
    ...{ booked, released, returned, dated },
    balance: order.toBalance,
  });
  const filled = (text: string) =>
    text.replace('{until}', () => (dated ? until(protectedUntil) : '')).replace('{credited}', () => credited(order));
  // A reason replaces the general sentence.
  const isReasoned = endedWithoutTrade(state) && reason !== null;
  const words = {
    tone,
    title: filled(title),
    meaning: isReasoned ? reasonText.replace(/\.?$/, '.') : filled(meaning),
    where: filled(where),
  };
  return kind === 'WITHDRAWAL' || bet === null ? words : betWords(bet, state, words);
}

/** True while the site books what Steam has completed: items arrive, or prices are confirmed. */
function isBooking({ kind, state, released }: Pick<TradeOrder, 'kind' | 'state' | 'released'>): boolean {
  return kind === 'DEPOSIT' && state === 'SETTLED' && !released;
}

/** True when the order has ended, and so has the bet that it is for. */
export function isOver({
  kind,
  state,
  released,
  bet,
}: Pick<TradeOrder, 'kind' | 'state' | 'released' | 'bet'>): boolean {
  return isEnd(state) && !isBooking({ kind, state, released }) && bet?.state !== 'OPEN';
}

/** What happens to the items of an order, before their count: 'You give', 'You gave', 'You keep'. */
export function itemsLabel({ kind, state }: Pick<TradeOrder, 'kind' | 'state'>): string {
  const { items } = texts;
  if (isFailed(state)) return items.keep;
  if (isOpenOffer(state)) return kind === 'DEPOSIT' ? items.give : items.receive;
  if (kind === 'DEPOSIT') return items.gave;
  return state === 'HELD' ? items.receive : items.received;
}

/** 'jackpot'. */
export function betGameName({ game }: SteamBet): string {
  return (GAMES.find((each) => each.game === game)?.one ?? game).toLowerCase();
}

/** The texts of a deposit that is for a bet, once the items have arrived. */
function betWords(bet: SteamBet, state: TradeState, words: OrderText): OrderText {
  switch (bet.state) {
    case 'OPEN':
      return state === 'SETTLED'
        ? { ...words, tone: 'wait', title: texts.bet.placing, meaning: texts.bet.placingText }
        : words;
    case 'PLACED':
      return {
        tone: 'good',
        title: texts.bet.placed,
        meaning: texts.bet.placedText(betGameName(bet)),
        where: texts.bet.staked,
      };
    case 'LEFT':
      return { ...words, tone: 'bad', title: texts.bet.notPlaced, meaning: bet.reasonText.replace(/\.?$/, '.') };
    case 'NONE':
      return words;
  }
}

/** Where the value of a deposit is: 'Up to $12.50 for your balance', then what was credited and why it is less. */
function credited(order: OrderSummary): string {
  const { toBalance, totalUsd, items } = order;
  if (!toBalance) return texts.credited.items;
  const sum = creditOf(order);
  if (sum === null) return texts.credited.upTo(formatUsd(centsFromUsd(totalUsd)));
  const sold = items.filter((item) => creditOf(item) !== null);
  const ordered = sumCents(sold.map(({ item }) => centsFromUsd(item.priceUsd)));
  return [
    ...(sold.length > 0 ? [texts.credited.balance(formatUsd(sum))] : []),
    ...(sum < ordered ? [texts.credited.fell(formatUsd(ordered))] : []),
    ...(sold.length < items.length ? [texts.credited.unpriced(itemCount(items.length - sold.length))] : []),
  ].join('. ');
}

/** What the balance was credited for an order or an item; null: nothing, or not yet. */
export function creditOf({ creditedUsd: usd }: Pick<TradeOrder, 'creditedUsd'>): Cents | null {
  return usd === null ? null : centsFromUsd(usd);
}
