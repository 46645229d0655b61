/** What staff see of unseen money: what the watcher reports of the address, its worth, and who requested a credit. */
import { COIN_NAMES, COINS, coinText, type Coin } from '@fairpot/contract/crypto/calls';
import type { UnseenMoney } from '@fairpot/contract/crypto/incidents/schemas';
import { usd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import type { Db } from '../platform/database/sql.ts';
import { getKnown } from '../platform/runner/refused.ts';
import { depositRates } from './rate-store.ts';
import { centsOf } from './rules.ts';

export interface UnseenRow {
  readonly kind: string;
  readonly closedAt: number | null;
  readonly address: string | null;
  /** The watcher's last mismatch for the address: 'COIN got paid', base units; null if it matches. */
  readonly doubt: string | null;
  /** The requested credit in base units and who requested it; all null if no one did. */
  readonly coin: Coin | null;
  readonly units: string | null;
  readonly askedBy: string | null;
  readonly askedAt: number | null;
  readonly askedWhy: string | null;
}

export interface UnseenAmounts {
  readonly coin: Coin;
  /** Base units: everything the address got according to the chain, the sum of its payments, and the difference (above 0). */
  readonly got: bigint;
  readonly paid: bigint;
  readonly more: bigint;
}

/** What the chain has beyond the recorded payments; null if the watcher reports no such difference now. */
export function parseDoubt(doubt: string | null): UnseenAmounts | null {
  const [name, gotText = '0', paidText = '0'] = (doubt ?? '').split(' ');
  const coin = COIN_NAMES.find((each) => each === name);
  const [got, paid] = [BigInt(gotText), BigInt(paidText)];
  return coin === undefined || got <= paid ? null : { coin, got, paid, more: got - paid };
}

const isOpen = ({ kind, closedAt }: UnseenRow) => kind === 'UNSEEN_MONEY' && closedAt === null;

/** Current credit rates, if any row shows a worth; otherwise nothing is read. */
export async function unseenRates(db: Db, rows: readonly UnseenRow[], now: number): Promise<ReadonlyMap<Coin, number>> {
  return rows.some(isOpen) ? (await depositRates(db, now)).credited : new Map();
}

/** `users` includes those who requested credits. `rates`: millionths of a dollar per coin. */
export function presentUnseen(
  row: UnseenRow,
  users: ReadonlyMap<string, PublicUser>,
  rates: ReadonlyMap<Coin, number>,
): UnseenMoney | null {
  const { address, doubt, askedBy, askedAt, askedWhy, coin, units } = row;
  if (!isOpen(row) || address === null) return null;
  const amounts = parseDoubt(doubt);
  const text = (name: Coin, amount: bigint | string) => coinText(amount.toString(), COINS[name].decimals);
  const rate = amounts === null ? undefined : rates.get(amounts.coin);
  return {
    address,
    said:
      amounts === null
        ? null
        : {
            coinName: amounts.coin,
            chainCoin: text(amounts.coin, amounts.got),
            paidCoin: text(amounts.coin, amounts.paid),
            moreCoin: text(amounts.coin, amounts.more),
            worthUsd: rate === undefined ? null : usd(centsOf(amounts.coin, amounts.more, rate)),
          },
    asked:
      askedBy === null || coin === null || units === null || askedAt === null || askedWhy === null
        ? null
        : { by: getKnown(users, askedBy), at: askedAt, why: askedWhy, coinName: coin, moreCoin: text(coin, units) },
  };
}
