/**
 * What a trade order means to the person who made it: a name for its state, what happens next, and where their items are.
 * Pure; every state that the contract knows has words. Called by the CONFIRM TRADE window and by the list of orders.
 */
import { GAMES } from '@fairpot/contract/games';
import { centsFromUsd, formatUsd } from '@fairpot/contract/money';
import type { SteamBet, TradeOrder, TradeState } from '@fairpot/contract/trades';

/** `act`: the person has to do something. `wait`: something goes on. `good`, `bad`: it is over. `warn`: it may go wrong. */
export type Tone = 'act' | 'wait' | 'warn' | 'good' | 'bad';

export interface OrderWords {
  readonly tone: Tone;
  /** A few words: 'Waits for you in Steam'. */
  readonly title: string;
  /** What it means and what comes next. */
  readonly meaning: string;
  /** Where the items (or their money) are now. */
  readonly where: string;
}

/** How far an order is on its way: asked for, offered, accepted, done. */
export const STEPS = ['Ordered', 'Offer sent', 'Accepted', 'Done'] as const;

const ENDS: readonly TradeState[] = ['SETTLED', 'DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED'];

/** True when nothing more happens by itself. A deposit that was given up and is accepted all the same goes on again. */
export function isEnd(state: TradeState): boolean {
  return ENDS.includes(state);
}

/** True while an offer may still be accepted, so that it has to be told from a forged one. */
export function isOpenOffer(state: TradeState): boolean {
  return !isEnd(state) && state !== 'ACCEPTED' && state !== 'HELD';
}

/** True for an order that ended without a trade, or whose trade was taken back. */
export function isFailed(state: TradeState): boolean {
  return isEnd(state) && state !== 'SETTLED';
}

/** Steps that are done, of the four of `STEPS`. Of an order that failed, those that it had done surely. */
export function stepsDone({ state, offerId }: Pick<TradeOrder, 'state' | 'offerId'>): number {
  if (state === 'SETTLED') return 4;
  if (state === 'ACCEPTED' || state === 'HELD' || state === 'REVERSED') return 3;
  return offerId === null ? 1 : 2;
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
  if (order.kind === 'WITHDRAWAL') return withdrawalWords(order, until);
  const words = depositWords(order, until);
  return order.bet === null ? words : betWords(order.bet, order.state, words);
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

const AT_STEAM = 'Your items are in your Steam inventory, untouched.';
const UNTIL_ACCEPTED = 'Your items stay in your Steam inventory until you accept.';
const BACK_ON_SITE = 'Your items are in your site inventory again.';

function depositWords(order: Told, until: (at: number) => string): OrderWords {
  const { state, protectedUntil, booked, released } = order;
  switch (state) {
    case 'CREATED':
    case 'SENDING':
      return preparing(AT_STEAM);
    case 'SENT':
      return asking(UNTIL_ACCEPTED);
    case 'NEEDS_CONFIRMATION':
      return confirming(UNTIL_ACCEPTED);
    case 'UNKNOWN':
      return {
        tone: 'warn',
        title: 'Looking for the offer',
        meaning:
          'Steam’s answer was lost. The offer is being looked for; it is never sent twice, ' +
          'and nothing is credited twice.',
        where: 'Your items stay in your Steam inventory unless you accept an offer with this code.',
      };
    case 'HELD':
      return held(
        'The items are credited when Steam hands them over, not before. Or the trade ends and you keep them.',
      );
    case 'ACCEPTED':
      if (!booked)
        return {
          tone: 'wait',
          title: 'Accepted',
          meaning: 'Steam is handing the items over. They are credited as soon as it says that they arrived.',
          where: 'Your items are changing hands at Steam.',
        };
      // The site takes the risk that the trade is taken back: the items are staked before that, and not taken out.
      if (released)
        return {
          tone: 'good',
          title: 'Received, ready to be staked',
          meaning:
            protectedUntil === null
              ? 'Steam is completing the trade. Until then what came in cannot be withdrawn.'
              : `Steam lets this trade be taken back until ${until(protectedUntil)}. ` +
                'Until then what came in cannot be withdrawn.',
          where: `${credited(order)}.`,
        };
      return {
        tone: 'wait',
        title: protectedUntil === null ? 'Received' : `Received, reserved until ${until(protectedUntil)}`,
        meaning:
          protectedUntil === null
            ? 'Steam is completing the trade. Then it is yours to use.'
            : 'Steam lets this trade be taken back until then. After that it is yours to use, by itself.',
        where: `${credited(order)}, reserved for now.`,
      };
    case 'SETTLED':
      // The site books by itself a moment after Steam said so; until then nothing of it can be used.
      if (!released)
        return {
          tone: 'wait',
          title: 'Received',
          meaning: 'Steam has completed the trade. In a moment it is yours to use.',
          where: 'Your items are with the site and are being credited.',
        };
      return { tone: 'good', title: 'Deposited', meaning: 'The trade is complete.', where: `${credited(order)}.` };
    case 'REVERSED':
      return {
        tone: 'bad',
        title: 'Taken back',
        meaning: 'The trade was taken back at Steam, so what it had brought was taken off your account.',
        where: 'Your items are in your Steam inventory again.',
      };
    case 'DECLINED':
      return ended('Declined', 'The offer was declined in Steam. Nothing was credited.', order, AT_STEAM);
    case 'EXPIRED':
      return ended('Expired', 'The offer was not accepted in time, so it was cancelled.', order, AT_STEAM);
    case 'CANCELED':
      return ended('Cancelled', 'The offer was cancelled. Nothing was credited.', order, AT_STEAM);
    case 'REFUSED':
      return ended('Not possible', 'Steam did not make this trade.', order, AT_STEAM);
  }
}

function withdrawalWords(order: Told, until: (at: number) => string): OrderWords {
  const { state, protectedUntil, returned } = order;
  const reserved = 'Your items are on the site, reserved for this trade.';
  const back = returned ? BACK_ON_SITE : 'Your items are on their way back into your site inventory.';
  switch (state) {
    case 'CREATED':
    case 'SENDING':
      return preparing(reserved);
    case 'SENT':
      return asking(reserved);
    case 'NEEDS_CONFIRMATION':
      return confirming(reserved);
    case 'UNKNOWN':
      return {
        tone: 'warn',
        title: 'Looking for the offer',
        meaning: 'Steam’s answer was lost. The offer is being looked for; it is never sent twice.',
        where: reserved,
      };
    case 'HELD':
      return held('The items reach your Steam inventory when the hold ends. Or the trade ends and they come back.');
    case 'ACCEPTED':
      return {
        tone: 'wait',
        title: protectedUntil === null ? 'Accepted' : `Received, final from ${until(protectedUntil)}`,
        meaning:
          protectedUntil === null
            ? 'Steam is handing the items over.'
            : 'Steam protects this trade until then; the items are in your Steam inventory already.',
        where: 'Your items are in, or on their way to, your Steam inventory.',
      };
    case 'SETTLED':
      return {
        tone: 'good',
        title: 'Withdrawn',
        meaning: 'The trade is complete.',
        where: 'Your items are in your Steam inventory.',
      };
    case 'REVERSED':
      return { tone: 'bad', title: 'Taken back', meaning: 'The trade was taken back at Steam.', where: back };
    case 'DECLINED':
      return ended('Declined', 'The offer was declined in Steam.', order, back);
    case 'EXPIRED':
      return ended('Expired', 'The offer was not accepted in time, so it was cancelled.', order, back);
    case 'CANCELED':
      return ended('Cancelled', 'The offer was cancelled.', order, back);
    case 'REFUSED':
      return ended('Not possible', 'Steam did not make this trade.', order, back);
  }
}

function credited({ toBalance, totalUsd }: Told): string {
  return toBalance
    ? `${formatUsd(centsFromUsd(totalUsd))} is in your balance`
    : 'Your items are in your site inventory';
}

function preparing(where: string): OrderWords {
  return {
    tone: 'wait',
    title: 'Preparing the offer',
    meaning: 'Our trading account is sending you a trade offer. That takes a few seconds.',
    where,
  };
}

function asking(where: string): OrderWords {
  return {
    tone: 'act',
    title: 'Confirm the trade in Steam',
    meaning: 'Open the offer, compare its code, and accept it. Without that it is cancelled when its time is over.',
    where,
  };
}

function confirming(where: string): OrderWords {
  return {
    tone: 'wait',
    title: 'We are confirming our offer',
    meaning: 'Our trading account has to confirm its own offer with its phone. Then you can accept it.',
    where,
  };
}

function held(meaning: string): OrderWords {
  return {
    tone: 'warn',
    title: 'Steam holds this trade',
    meaning: `One of the two accounts had no mobile authenticator for long enough. ${meaning}`,
    where: 'The items are held by Steam: in nobody’s inventory, and of no use to the site.',
  };
}

/** An end without a trade; the reason, where there is one, in place of the general sentence. */
function ended(title: string, plain: string, { reason, reasonText }: Told, where: string): OrderWords {
  return { tone: 'bad', title, meaning: reason === null ? plain : reasonText.replace(/\.?$/, '.'), where };
}
