/**
 * What a deposit by crypto means to the person who made it: its state in the spec's words, what happens next, and what is to be said
 * of a payment that was too little, too much, too late or too early. Pure; every state of the contract has words.
 */
import { COINS, coinText, type Coin } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder, CryptoPayment, CryptoRate } from '@fairpot/contract/crypto/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { OrderWords } from '@fairpot/contract/trades/words';
import { messages } from '../../../../messages.ts';
import { formatPercent } from '../../../../ui/values/percent.ts';
import { totalOf, unitsOf } from '../sums.ts';
import { formatDuration } from '../../../../ui/values/time.ts';

/** What is said of a coin's rate before a payment. */
export type RateTerms = Pick<CryptoRate, 'spreadBps' | 'lockMs' | 'lockDayUsd'>;

export interface DepositWords extends OrderWords {
  /** What is worth knowing of its payments, a sentence each. */
  readonly notes: readonly string[];
}

/** How far and how long a rate holds, before a sum is typed: the market may fall by the spread. */
export function holdText({ spreadBps, lockMs }: Pick<RateTerms, 'spreadBps' | 'lockMs'>): string {
  const within = spreadBps === 0 ? 'while the market does not fall' : `within ${formatPercent(spreadBps)}`;
  return `${within}, for ${formatDuration(lockMs)}`;
}

/** What I PAID does to the rate, in full: below the button, before it is pressed. */
export function lockText({ spreadBps, lockMs, lockDayUsd }: RateTerms): string {
  const whenVoid =
    spreadBps === 0
      ? 'When the market falls'
      : `When the market falls by more than ${formatPercent(spreadBps)} before that`;
  return (
    `${messages.crypto.paid} locks this rate for the sum above and ${formatDuration(lockMs)}. ` +
    'It counts for what stands in a block by then, and for at most 1% over the sum; ' +
    'the rest is credited at the lower of this rate and the one when it is confirmed. ' +
    `${whenVoid}, the rate when it is confirmed counts. ` +
    `One rate is locked for a coin at a time, and ${formatUsd(centsFromUsd(lockDayUsd))} in 24 hours.`
  );
}

/** How long a payment takes to be deep enough, as a person counts. */
export const TAKES: Readonly<Record<Coin, string>> = {
  TRX: 'about a minute',
  USDT: 'about a minute',
  BTC: '2 blocks, about 20 minutes; 6 blocks when more than $1,000 is on its way',
  ETH: '32 blocks, about 7 minutes; final, about 15 minutes, when more than $1,000 is on its way',
};

const GONE: readonly CryptoPayment['state'][] = ['LOST', 'DUST'];

/** Payments that are on the chain, or on their way there. */
export function countedOf({ payments }: Pick<CryptoOrder, 'payments'>): readonly CryptoPayment[] {
  return payments.filter(({ state }) => !GONE.includes(state));
}

export function wordsOfDeposit(order: CryptoOrder): DepositWords {
  const notes = notesOf(order);
  const sum = formatUsd(centsFromUsd(order.amountUsd));
  if (order.status === 'COMPLETED') {
    return {
      tone: 'good',
      title: messages.crypto.received,
      meaning: `${sum} was credited to your balance.`,
      where: `${sum} is in your balance.`,
      notes,
    };
  }
  const counted = countedOf(order);
  const next = counted.find(({ state }) => state !== 'CREDITED') ?? counted[0];
  if (order.status === 'PENDING' && order.wallet === '' && next === undefined) {
    return {
      tone: 'warn',
      title: messages.crypto.checking,
      meaning: 'Its address is being looked at, and is not shown until it is clear whose it is.',
      where: 'Please send nothing to its address for now.',
      notes,
    };
  }
  if (order.status === 'DECLINED') {
    if (next !== undefined)
      return {
        tone: 'wait',
        title: messages.crypto.declined,
        meaning:
          'Its time was over, and a payment has arrived all the same: it is credited as soon as it is confirmed.',
        where: paymentText(next),
        notes,
      };
    return {
      tone: 'bad',
      title: messages.crypto.declined,
      meaning: 'Nothing arrived at the address in time. If you sent it all the same, it is credited when it arrives.',
      where: 'Nothing was credited. The address stays yours.',
      notes,
    };
  }
  if (next === undefined) {
    const send = order.amountCoin === null ? 'Send it' : `Send ${order.amountCoin} ${order.coinName}`;
    return {
      tone: 'wait',
      title: messages.crypto.checking,
      meaning: `${send} to the address. It is credited once the chain has confirmed it: ${TAKES[order.coinName]}.`,
      where: 'Nothing is seen on the chain yet.',
      notes,
    };
  }
  return {
    tone: 'wait',
    title: messages.crypto.checking,
    meaning: `${IS_WHERE[next.state]} It is credited by itself as soon as it is confirmed.`,
    where: paymentText(next),
    notes,
  };
}

/** What is known of the payment that is looked at, before how deep it is. */
const IS_WHERE: Readonly<Record<CryptoPayment['state'], string>> = {
  SEEN: 'Your payment is on its way into a block.',
  CONFIRMING: 'Your payment is on the chain.',
  CREDITED: 'Your payment is on the chain.',
  REORGED: 'Your payment is on its way into another block.',
  LOST: 'Your payment was dropped by the network.',
  DUST: 'Your payment is on the chain.',
};

/** Where one payment stands. */
export function paymentText(payment: CryptoPayment): string {
  const { state, confirmations, needed, amountUsd: credited } = payment;
  switch (state) {
    case 'SEEN':
      return 'Seen, waits for a block';
    case 'CONFIRMING':
      return `${Math.min(confirmations, needed)} of ${needed} ${needed === 1 ? 'confirmation' : 'confirmations'}`;
    case 'CREDITED':
      return credited === null ? 'Credited' : `Credited ${formatUsd(centsFromUsd(credited))}`;
    case 'REORGED':
      return 'Its block was replaced; it waits for another one';
    case 'LOST':
      return 'The network has dropped it: nothing was paid';
    case 'DUST':
      return 'Worth less than a cent: not credited';
  }
}

/** What arrived in the coin of the order. */
function arrivedOf(order: CryptoOrder): string {
  const { coinName } = order;
  const own = countedOf(order).filter((payment) => payment.coinName === coinName);
  return totalOf(
    coinName,
    own.map(({ amountCoin }) => amountCoin),
  );
}

/** Whether something is still to be sent: nothing arrived yet, or less than was asked for. */
export function isOwed(order: CryptoOrder): boolean {
  const { status, amountCoin } = order;
  if (status !== 'PENDING') return false;
  return amountCoin === null ? countedOf(order).length === 0 : missingOf(order) !== null;
}

/** Coins that are still to be sent, of those that were asked for; null when all are there, or none were asked for. */
export function missingOf(order: CryptoOrder): string | null {
  const { amountCoin, coinName } = order;
  if (amountCoin === null) return null;
  const missing = unitsOf(coinName, amountCoin) - unitsOf(coinName, arrivedOf(order));
  return missing > 0n ? coinText(missing.toString(), COINS[coinName].decimals) : null;
}

function notesOf(order: CryptoOrder): string[] {
  const { amountCoin, coinName, payments } = order;
  const counted = countedOf(order);
  const notes: string[] = [];
  if (counted.length > 0 && amountCoin === null)
    notes.push('It arrived without I PAID, so no rate was locked: the rate when it is confirmed counts.');
  if (counted.length > 0 && amountCoin !== null) {
    const arrived = arrivedOf(order);
    const [has, asked] = [unitsOf(coinName, arrived), unitsOf(coinName, amountCoin)];
    if (has < asked)
      notes.push(
        `${arrived} of ${amountCoin} ${coinName} arrived. ` +
          'What arrived is credited; the rest can be sent to the same address.',
      );
    if (has > asked) notes.push(`${arrived} ${coinName} arrived instead of ${amountCoin}. All of it is credited.`);
    notes.push(
      ...rateNotesOf(
        order,
        counted.filter((payment) => payment.coinName === coinName),
      ),
    );
  }
  const others = counted.filter((payment) => payment.coinName !== coinName);
  for (const { amountCoin: amount, coinName: coin } of others)
    notes.push(`${amount} ${coin} arrived at a ${coinName} address. It is credited as ${coin}.`);
  if (counted.length > 1) notes.push(`${counted.length} payments arrived. Each is credited once.`);
  if (payments.some(({ overLimit }) => overLimit))
    notes.push(
      'It came in although your deposit limit, a break or an exclusion stands against it. ' +
        'Nobody can send it back to a chain unasked, so it is credited and counted. ' +
        'What you do not stake you can take out in full, at any level.',
    );
  if (payments.some(({ state }) => state === 'REORGED'))
    notes.push('The chain has replaced the block of a payment. It is credited when it is in the chain again for good.');
  return notes;
}

const AT_CONFIRMATION = 'the rate when it is confirmed counts.';

/** Which rate counts for payments in the order's own coin, where it is not the locked one alone. */
function rateNotesOf(order: CryptoOrder, paid: readonly CryptoPayment[]): string[] {
  const { createdAt, rateLockedUntil, rateState } = order;
  if (paid.length === 0) return [];
  if (rateState === 'NONE') return [`No rate was locked for it: ${AT_CONFIRMATION}`];
  const isLate = ({ blockAt }: CryptoPayment) => blockAt !== null && blockAt > rateLockedUntil;
  const isEarly = ({ seenAt }: CryptoPayment) => seenAt < createdAt;
  const notes: string[] = [];
  if (paid.some(isLate)) notes.push(`It stood in a block after the locked rate had ended: ${AT_CONFIRMATION}`);
  if (paid.some(isEarly)) notes.push(`It arrived before you pressed I PAID: ${AT_CONFIRMATION}`);
  const inTime = paid.filter((payment) => !isLate(payment) && !isEarly(payment));
  if (rateState === 'FELL' && inTime.some(({ atLock }) => atLock === 'NONE' || atLock === null))
    notes.push(`The market fell further than the rate holds before it stood in a block: ${AT_CONFIRMATION}`);
  if (inTime.some(({ atLock }) => atLock === 'PART' || (rateState === 'HELD' && atLock === 'NONE')))
    notes.push('What is over the sum is credited at the lower of the locked rate and the one when it is confirmed.');
  return notes;
}

/** How the rate of a deposit stands while it waits for a payment; `isOver`: its time has ended. */
export function rateStateText({ rateState }: Pick<CryptoOrder, 'rateState'>, isOver: boolean): string | null {
  if (rateState === 'NONE') return `No rate is locked: ${AT_CONFIRMATION}`;
  if (rateState === 'FELL') return `The market fell, so the rate is not locked any more: ${AT_CONFIRMATION}`;
  return isOver ? `The locked rate has ended: ${AT_CONFIRMATION}` : null;
}
