/** Notifies players about money in and out by crypto, in the transaction of the books. */
import { COINS, coinText } from '@fairpot/contract/crypto/calls';
import { formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { COIN_HEADERS } from '@fairpot/contract/notifications/calls';
import { notify, push } from '../notifications/front.ts';
import type { Tx } from '../platform/database/sql.ts';
import type { WalletRow } from './store.ts';
import type { WithdrawalRow } from './withdrawals/store.ts';

export async function notifyCredited(
  tx: Tx,
  { id, playerId, coin }: WalletRow,
  sum: Cents,
  now: number,
): Promise<void> {
  const text = `Deposit credited: ${formatUsd(sum)} in ${coin}.`;
  await notify(tx, { playerId, kind: 'deposit', header: COIN_HEADERS.deposit, text, link: '/deposit' }, now);
  await push(tx, { playerIds: [playerId], message: 'deposited', path: '/deposit', subject: id }, now);
}

export async function notifyDeclined(tx: Tx, playerId: string, now: number): Promise<void> {
  const text = 'Your deposit expired because nothing arrived. A late payment is still credited.';
  await notify(tx, { playerId, kind: 'deposit', header: COIN_HEADERS.deposit, text, link: '/deposit' }, now);
}

/** The money has arrived; or, with `why`, it is back on the balance. */
export async function notifyWithdrawalEnded(
  tx: Tx,
  row: WithdrawalRow,
  why: string | null,
  now: number,
): Promise<void> {
  const { id, playerId, coin, units } = row;
  const text = why ?? `Your withdrawal of ${coinText(units, COINS[coin].decimals)} ${coin} has arrived`;
  await notify(tx, { playerId, kind: 'withdrawal', header: COIN_HEADERS.withdrawal, text, link: '/withdraw' }, now);
  const message = why === null ? 'withdrawn' : 'returned';
  await push(tx, { playerIds: [playerId], message, path: '/withdraw', subject: id }, now);
}
