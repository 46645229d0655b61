/**
 * Chooses the texts of a crypto deposit: its state in the spec's words, what happens next, and notes on payments that were too little, too
 * much, too late or too early. Pure; covers every state of the contract.
 */
import { COINS, coinText } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder, CryptoPayment, CryptoRate } from '@fairpot/contract/crypto/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { OrderText } from '@fairpot/contract/trades/texts';
import { cryptoTexts } from '../texts.ts';
import { formatPercent } from '../../../../ui/values/percent.ts';
import { totalOf, unitsOf } from '../sums.ts';
import { formatDuration } from '../../../../platform/page/time.ts';
import { texts } from './texts.ts';

/** The terms of a coin's rate, shown before a payment. */
export type RateTerms = Pick<CryptoRate, 'spreadBps' | 'lockMs' | 'lockDayUsd'>;

export interface DepositWords extends OrderText {
  /** Notes on its payments, a sentence each. */
  readonly notes: readonly string[];
}

/** How long a locked rate holds, and how far the market may fall meanwhile: by the spread. */
export function holdText({ spreadBps, lockMs }: Pick<RateTerms, 'spreadBps' | 'lockMs'>): string {
  return texts.lock.short(formatDuration(lockMs), fallText(spreadBps));
}

/** The full effect of I PAID on the rate: below the button, before it is pressed. */
export function lockText({ spreadBps, lockMs, lockDayUsd }: RateTerms): string {
  const daySum = formatUsd(centsFromUsd(lockDayUsd));
  return texts.lock.full(cryptoTexts.paid, formatDuration(lockMs), fallText(spreadBps), daySum);
}

/** The fall of the market that a locked rate survives; null if it survives none. */
function fallText(spreadBps: number): string | null {
  return spreadBps === 0 ? null : formatPercent(spreadBps);
}

const GONE: readonly CryptoPayment['state'][] = ['LOST', 'DUST'];

/** Payments on the chain or waiting for a block. */
export function countedOf({ payments }: Pick<CryptoOrder, 'payments'>): readonly CryptoPayment[] {
  return payments.filter(({ state }) => !GONE.includes(state));
}

export function wordsOfDeposit(order: CryptoOrder): DepositWords {
  const notes = notesOf(order);
  const sum = formatUsd(centsFromUsd(order.amountUsd));
  if (order.status === 'COMPLETED') {
    return {
      tone: 'good',
      title: cryptoTexts.received,
      meaning: texts.state.credited(sum),
      where: texts.state.inBalance(sum),
      notes,
    };
  }
  const counted = countedOf(order);
  const next = counted.find(({ state }) => state !== 'CREDITED') ?? counted[0];
  if (order.status === 'PENDING' && order.wallet === '' && next === undefined) {
    return {
      tone: 'warn',
      title: cryptoTexts.checking,
      meaning: texts.state.hidden,
      where: texts.state.sendNothing,
      notes,
    };
  }
  if (order.status === 'DECLINED') {
    if (next !== undefined)
      return {
        tone: 'wait',
        title: cryptoTexts.declined,
        meaning: texts.state.paidLate,
        where: paymentText(next),
        notes,
      };
    return {
      tone: 'bad',
      title: cryptoTexts.declined,
      meaning: texts.state.expired,
      where: texts.state.nothingCredited,
      notes,
    };
  }
  if (next === undefined) {
    const { amountCoin, coinName } = order;
    const send = amountCoin === null ? texts.state.sendIt : texts.state.send(amountCoin, coinName);
    return {
      tone: 'wait',
      title: cryptoTexts.checking,
      meaning: texts.state.toAddress(send, texts.takes[coinName]),
      where: texts.state.nothingSeen,
      notes,
    };
  }
  return {
    tone: 'wait',
    title: cryptoTexts.checking,
    meaning: `${texts.payment[next.state]} ${texts.state.creditedOnce}`,
    where: paymentText(next),
    notes,
  };
}

/** The progress of one payment. */
export function paymentText(payment: CryptoPayment): string {
  const { state, confirmations, needed, amountUsd: credited } = payment;
  switch (state) {
    case 'SEEN':
      return texts.progress.seen;
    case 'CONFIRMING':
      return texts.progress.confirmations(Math.min(confirmations, needed), needed);
    case 'CREDITED':
      return credited === null
        ? texts.progress.credited
        : texts.progress.creditedSum(formatUsd(centsFromUsd(credited)));
    case 'REORGED':
      return texts.progress.reorged;
    case 'LOST':
      return texts.progress.lost;
    case 'DUST':
      return texts.progress.dust;
  }
}

/** The amount that arrived in the coin of the order. */
function arrivedOf(order: CryptoOrder): string {
  const { coinName } = order;
  const own = countedOf(order).filter((payment) => payment.coinName === coinName);
  return totalOf(
    coinName,
    own.map(({ amountCoin }) => amountCoin),
  );
}

/** Whether the player still has to send something: nothing arrived yet, or less than the order's amount. */
export function isOwed(order: CryptoOrder): boolean {
  const { status, amountCoin } = order;
  if (status !== 'PENDING') return false;
  return amountCoin === null ? countedOf(order).length === 0 : missingOf(order) !== null;
}

/** Coins still missing from the order's amount; null if none are missing, or the order has no amount. */
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
  if (counted.length > 0 && amountCoin === null) notes.push(texts.notes.notPressed);
  if (counted.length > 0 && amountCoin !== null) {
    const arrived = arrivedOf(order);
    const [has, due] = [unitsOf(coinName, arrived), unitsOf(coinName, amountCoin)];
    if (has < due) notes.push(texts.notes.tooLittle(arrived, amountCoin, coinName));
    if (has > due) notes.push(texts.notes.tooMuch(arrived, amountCoin, coinName));
    notes.push(
      ...rateNotesOf(
        order,
        counted.filter((payment) => payment.coinName === coinName),
      ),
    );
  }
  const others = counted.filter((payment) => payment.coinName !== coinName);
  for (const { amountCoin: amount, coinName: coin } of others)
    notes.push(texts.notes.otherCoin(amount, coin, coinName));
  if (counted.length > 1) notes.push(texts.notes.several(counted.length));
  if (payments.some(({ overLimit }) => overLimit)) notes.push(texts.notes.overLimit);
  if (payments.some(({ state }) => state === 'REORGED')) notes.push(texts.notes.reorged);
  return notes;
}

/** Which rate applies to payments in the order's own coin, unless it is only the locked one. */
function rateNotesOf(order: CryptoOrder, paid: readonly CryptoPayment[]): string[] {
  const { createdAt, rateLockedUntil, rateState } = order;
  if (paid.length === 0) return [];
  if (rateState === 'NONE') return [texts.notes.noLock];
  const isLate = ({ blockAt }: CryptoPayment) => blockAt !== null && blockAt > rateLockedUntil;
  const isEarly = ({ seenAt }: CryptoPayment) => seenAt < createdAt;
  const notes: string[] = [];
  if (paid.some(isLate)) notes.push(texts.notes.late);
  if (paid.some(isEarly)) notes.push(texts.notes.early);
  const inTime = paid.filter((payment) => !isLate(payment) && !isEarly(payment));
  if (rateState === 'FELL' && inTime.some(({ atLock }) => atLock === 'NONE' || atLock === null))
    notes.push(texts.notes.fell);
  if (inTime.some(({ atLock }) => atLock === 'PART' || (rateState === 'HELD' && atLock === 'NONE')))
    notes.push(texts.notes.overSum);
  return notes;
}

/** Why the rate of a deposit that waits for a payment is not locked; null while it is. `isOver`: the lock's time has ended. */
export function rateStateText({ rateState }: Pick<CryptoOrder, 'rateState'>, isOver: boolean): string | null {
  if (rateState === 'NONE') return texts.lock.none;
  if (rateState === 'FELL') return texts.lock.fell;
  return isOver ? texts.lock.over : null;
}
