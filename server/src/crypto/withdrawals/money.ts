/**
 * The money of a withdrawal: on hold from the request, off the site once the chain has it for good, back if it never will. Each step is
 * one transfer with its own key, and the row records which; paid and refunded exclude each other in three ways.
 */
import { cents } from '@fairpot/contract/wire/money';
import { countIn } from '../../breakers/front.ts';
import { account, paymentPostings, transfer } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/database/sql.ts';
import type { Ids } from '../../platform/process/ports.ts';
import type { WithdrawalRow } from './store.ts';

interface TransferContext {
  readonly tx: Tx;
  readonly ids: Ids;
  readonly at: number;
}

type WithdrawalMoney = Pick<WithdrawalRow, 'id' | 'playerId' | 'coin' | 'cents' | 'feeCents'>;

/** Reserves the sum and returns the transfer id. Refuses NOT_ENOUGH_BALANCE. */
export function hold(
  { tx, ids, at }: TransferContext,
  { id, playerId, cents: sum }: Omit<WithdrawalMoney, 'coin' | 'feeCents'>,
): Promise<string> {
  return transfer(tx, {
    id: ids.next('transfer'),
    key: `cryptoOut:${id}:hold`,
    code: 'CRYPTO_WITHDRAWAL_HOLD',
    ref: id,
    at,
    postings: paymentPostings(account.cash(playerId), account.hold(playerId), sum),
  });
}

/** The coins are gone for good; the house keeps the fee, as it paid the network. */
export function payOut(
  { tx, ids, at }: TransferContext,
  { id, playerId, cents: sum, feeCents }: WithdrawalMoney,
): Promise<string> {
  return transfer(tx, {
    id: ids.next('transfer'),
    key: `cryptoOut:${id}:end`,
    code: 'CRYPTO_WITHDRAWAL',
    ref: id,
    at,
    postings: [
      { account: account.hold(playerId), cents: cents(0 - sum) },
      { account: account.world, cents: cents(sum - feeCents) },
      ...(feeCents > 0 ? [{ account: account.house, cents: feeCents }] : []),
    ],
  });
}

/** Nothing was sent and nothing can be: refunds the sum. Uses the same key as paying out. */
export async function refund(
  { tx, ids, at }: TransferContext,
  { id, playerId, coin, cents: sum }: WithdrawalMoney,
): Promise<string> {
  await countIn(tx, `coin:${coin}`, sum, at);
  return transfer(tx, {
    id: ids.next('transfer'),
    key: `cryptoOut:${id}:end`,
    code: 'CRYPTO_WITHDRAWAL_BACK',
    ref: id,
    at,
    postings: paymentPostings(account.hold(playerId), account.cash(playerId), sum),
  });
}
