/** What players are told of money in and out by crypto, in the transaction of the books. */
import { COINS, coinText } from '@fairpot/contract/crypto/calls';
import { formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { COIN_HEADERS } from '@fairpot/contract/notifications/calls';
import { notify } from '../notifications/front.ts';
import type { Tx } from '../platform/database/sql.ts';
import type { WalletRow } from './store.ts';
import type { WithdrawalRow } from './withdrawals/store.ts';

export async function tellCredited(tx: Tx, { playerId, coin }: WalletRow, sum: Cents, now: number): Promise<void> {
  const text = `${formatUsd(sum)} was credited for your ${coin}`;
  await notify(tx, { playerId, kind: 'deposit', header: COIN_HEADERS.deposit, text, link: '/deposit' }, now);
}

export async function tellDeclined(tx: Tx, playerId: string, now: number): Promise<void> {
  const text = 'Nothing came for a deposit in its time, so it was declined. What comes later is credited all the same';
  await notify(tx, { playerId, kind: 'deposit', header: COIN_HEADERS.deposit, text, link: '/deposit' }, now);
}

/** The money has left, for good; or (`why`) it is back on the balance. */
export async function tellEnded(tx: Tx, row: WithdrawalRow, why: string | null, now: number): Promise<void> {
  const { playerId, coin, units } = row;
  const text = why ?? `Your withdrawal of ${coinText(units, COINS[coin].decimals)} ${coin} has arrived`;
  await notify(tx, { playerId, kind: 'withdrawal', header: COIN_HEADERS.withdrawal, text, link: '/withdraw' }, now);
}
