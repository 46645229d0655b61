/** What staff see of money that only a balance shows: what the watcher says of the address, what that is worth, and who asked for it. */
import { COIN_NAMES, COINS, coinText, type Coin } from '@fairpot/contract/crypto/calls';
import type { UnseenMoney } from '@fairpot/contract/crypto/incidents/schemas';
import { usd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import type { Db } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { depositRates } from './rate-store.ts';
import { centsOf } from './rules.ts';

export interface UnseenRow {
  readonly kind: string;
  readonly closedAt: number | null;
  readonly address: string | null;
  /** What the watcher last said of the address where it does not agree: 'COIN got paid', base units. */
  readonly doubt: string | null;
  /** What was asked to be credited, in base units, by whom; all null where nobody asked. */
  readonly coin: Coin | null;
  readonly units: string | null;
  readonly askedBy: string | null;
  readonly askedAt: number | null;
  readonly askedWhy: string | null;
}

export interface Seen {
  readonly coin: Coin;
  /** All that the address ever got by the chain, what its payments come to, and what the chain has more: above 0. Base units. */
  readonly got: bigint;
  readonly paid: bigint;
  readonly more: bigint;
}

/** What the chain has and the payments have not; null: it says no such thing now. */
export function seenBy(doubt: string | null): Seen | null {
  const [name, gotText = '0', paidText = '0'] = (doubt ?? '').split(' ');
  const coin = COIN_NAMES.find((each) => each === name);
  const [got, paid] = [BigInt(gotText), BigInt(paidText)];
  return coin === undefined || got <= paid ? null : { coin, got, paid, more: got - paid };
}

const isOpen = ({ kind, closedAt }: UnseenRow) => kind === 'UNSEEN_MONEY' && closedAt === null;

/** At what coins are credited now, for the rows that say a worth; nothing is asked for where there is none. */
export async function unseenRates(db: Db, rows: readonly UnseenRow[], now: number): Promise<ReadonlyMap<Coin, number>> {
  return rows.some(isOpen) ? (await depositRates(db, now)).credited : new Map();
}

/** `users`: those who asked are among them. `rates`: millionths of a dollar for one coin. */
export function presentUnseen(
  row: UnseenRow,
  users: ReadonlyMap<string, PublicUser>,
  rates: ReadonlyMap<Coin, number>,
): UnseenMoney | null {
  const { address, doubt, askedBy, askedAt, askedWhy, coin, units } = row;
  if (!isOpen(row) || address === null) return null;
  const seen = seenBy(doubt);
  const text = (name: Coin, amount: bigint | string) => coinText(amount.toString(), COINS[name].decimals);
  const rate = seen === null ? undefined : rates.get(seen.coin);
  const by = askedBy === null ? undefined : users.get(askedBy);
  invariant(by !== undefined || askedBy === null, `who asked for a credit is there: ${askedBy}`);
  return {
    address,
    said:
      seen === null
        ? null
        : {
            coinName: seen.coin,
            chainCoin: text(seen.coin, seen.got),
            paidCoin: text(seen.coin, seen.paid),
            moreCoin: text(seen.coin, seen.more),
            worthUsd: rate === undefined ? null : usd(centsOf(seen.coin, seen.more, rate)),
          },
    asked:
      by === undefined || coin === null || units === null || askedAt === null || askedWhy === null
        ? null
        : { by, at: askedAt, why: askedWhy, coinName: coin, moreCoin: text(coin, units) },
  };
}
