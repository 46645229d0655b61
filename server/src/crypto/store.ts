/**
 * The SQL of addresses, orders and payments. Only this folder calls it. The watcher's functions write payments; here they are credited.
 * Lock order: the player's row, then wallet, order, payment, then the ledger's accounts.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import type { RateHistory, RateLock } from './rules.ts';

export interface WalletRow {
  readonly id: string;
  readonly playerId: string;
  readonly coin: Coin;
  readonly network: Network;
  readonly idx: number;
  readonly address: string;
  readonly ordered: boolean;
  readonly warmAt: number;
}

const walletColumns = sql`
  w.id, w.player_id as "playerId", w.coin, w.network, w.idx, w.address, w.ordered, w.warm_at as "warmAt"`;

/** The player's addresses without an order: at most one per coin. */
export function freeWallets(db: Db, playerId: string): Promise<WalletRow[]> {
  return db.many<WalletRow>(sql`
    select ${walletColumns} from crypto_wallets w where w.player_id = ${playerId} and not w.ordered`);
}

export function walletOf(db: Db, playerId: string, id: string): Promise<WalletRow | undefined> {
  return db.maybe<WalletRow>(sql`
    select ${walletColumns} from crypto_wallets w where w.id = ${id} and w.player_id = ${playerId}`);
}

export function walletById(db: Db, id: string): Promise<WalletRow> {
  return db.one<WalletRow>(sql`select ${walletColumns} from crypto_wallets w where w.id = ${id}`);
}

/** The network's next index. It is never reused, even if the transaction rolls back. */
export async function takeIndex(tx: Tx, network: Network): Promise<number> {
  const { idx } = await tx.one<{ idx: number }>(sql`
    update crypto_networks set next_index = next_index + 1 where network = ${network} returning next_index - 1 as idx`);
  return idx;
}

export type NewWallet = Omit<WalletRow, 'ordered' | 'warmAt'>;

export async function insertWallet(tx: Tx, wallet: NewWallet, at: number): Promise<void> {
  await tx.run(sql`
    insert into crypto_wallets (id, player_id, coin, network, idx, address, made_at, warm_at, look_at)
    values (${wallet.id}, ${wallet.playerId}, ${wallet.coin}, ${wallet.network}, ${wallet.idx}, ${wallet.address},
      ${at}, ${at}, case when ${wallet.network} = 'bitcoin' then ${at}::bigint end)`);
}

/** Marks addresses as shown or ordered, so that they are polled often. */
export async function keepWarm(db: Db, ids: readonly string[], at: number): Promise<void> {
  await db.run(sql`
    update crypto_wallets set warm_at = ${at}, look_at = case when look_at is null then null else ${at}::bigint end
    where id = any(${ids}::text[])`);
}

/** Returns true if the address got its order, false if it already had one. */
export async function markOrdered(tx: Tx, walletId: string): Promise<boolean> {
  return (await tx.run(sql`update crypto_wallets set ordered = true where id = ${walletId} and not ordered`)) === 1;
}

export interface CryptoOrderRow {
  readonly id: string;
  readonly playerId: string;
  readonly walletId: string;
  readonly coin: Coin;
  readonly askedCents: Cents | null;
  /** Base units as text. */
  readonly units: string | null;
  readonly rateMicro: number | null;
  readonly createdAt: number;
  readonly lockUntil: number;
  readonly expiresAt: number;
  readonly status: 'PENDING' | 'COMPLETED' | 'DECLINED';
  readonly creditedCents: Cents;
  readonly version: number;
  /** Base units that its rate covers (0 if none), and how many of them payments have used; as text. */
  readonly lockUnits: string;
  readonly lockUsed: string;
}

/** An order's lock in the form the rules use. */
export function lockOf(order: CryptoOrderRow, { fellAt, goodUntil }: RateHistory): RateLock {
  const { coin, rateMicro, createdAt, lockUntil } = order;
  const [lockUnits, lockUsed] = [BigInt(order.lockUnits), BigInt(order.lockUsed)];
  return { coin, rateMicro, createdAt, lockUntil, lockUnits, lockUsed, fellAt, goodUntil };
}

const orderColumns = sql`
  o.id, o.player_id as "playerId", o.wallet_id as "walletId", o.coin, o.asked_cents as "askedCents",
  o.units::text as units, o.rate_micro as "rateMicro", o.created_at as "createdAt", o.lock_until as "lockUntil",
  o.expires_at as "expiresAt", o.status, o.credited_cents as "creditedCents", o.version,
  o.lock_units::text as "lockUnits", o.lock_used::text as "lockUsed"`;

export function orderById(db: Db, id: string): Promise<CryptoOrderRow> {
  return db.one<CryptoOrderRow>(sql`select ${orderColumns} from crypto_orders o where o.id = ${id}`);
}

export function orderOfWallet(db: Db, walletId: string): Promise<CryptoOrderRow | undefined> {
  return db.maybe<CryptoOrderRow>(sql`select ${orderColumns} from crypto_orders o where o.wallet_id = ${walletId}`);
}

/** A player's orders, newest first; only those older than `before`, if given. */
export function ordersOf(
  db: Db,
  playerId: string,
  { before, id }: { readonly before: string | null; readonly id: string | null },
  limit: number,
): Promise<CryptoOrderRow[]> {
  const older = before === null ? sql`` : sql`and o.id < ${before}`;
  const one = id === null ? sql`` : sql`and o.id = ${id}`;
  return db.many<CryptoOrderRow>(sql`
    select ${orderColumns} from crypto_orders o where o.player_id = ${playerId} ${older} ${one}
    order by o.id desc limit ${limit}`);
}

/** The lowest free slot of the player (1 to `most`); null if all are taken by open orders. The player is locked. */
export async function freeSlot(tx: Tx, playerId: string, most: number): Promise<number | null> {
  const { slot } = await tx.one<{ slot: number | null }>(sql`
    select min(s) as slot from generate_series(1, ${most}::integer) s
    where not exists (select from crypto_orders o where o.player_id = ${playerId} and o.slot = s)`);
  return slot;
}

export type NewCryptoOrder = Omit<CryptoOrderRow, 'status' | 'creditedCents' | 'version' | 'lockUsed'> & {
  readonly slot: number | null;
};

export async function insertOrder(tx: Tx, order: NewCryptoOrder): Promise<void> {
  await tx.run(sql`
    insert into crypto_orders (id, player_id, wallet_id, coin, asked_cents, units, rate_micro, created_at,
      lock_until, expires_at, changed_at, slot, lock_units)
    values (${order.id}, ${order.playerId}, ${order.walletId}, ${order.coin}, ${order.askedCents},
      ${order.units}::numeric, ${order.rateMicro}, ${order.createdAt}, ${order.lockUntil}, ${order.expiresAt},
      ${order.createdAt}, ${order.slot}, ${order.lockUnits}::numeric)`);
}

const DAY_MS = 24 * 60 * 60_000;

/** Cents for which the player has locked rates in the last 24 hours, used or not. The player is locked. */
export async function lockedCentsInDay(tx: Tx, playerId: string, now: number): Promise<number> {
  const { locked } = await tx.one<{ locked: number }>(sql`
    select coalesce(sum(asked_cents), 0)::bigint as locked from crypto_orders
    where player_id = ${playerId} and lock_units > 0 and created_at > ${now - DAY_MS}`);
  return locked;
}

/** The player's orders of a coin whose lock is active and not used up. The player is locked. */
export function activeLocks(tx: Tx, playerId: string, coin: Coin, now: number): Promise<CryptoOrderRow[]> {
  return tx.many<CryptoOrderRow>(sql`
    select ${orderColumns} from crypto_orders o
    where o.player_id = ${playerId} and o.lock_units > 0 and o.created_at > ${now - DAY_MS} and o.coin = ${coin}
      and o.lock_until >= ${now} and o.lock_used < o.units`);
}

/** What a payment changes in its order; all 0 if something else about it changed. */
export interface CryptoOrderChange {
  /** Cents added to its credit. */
  readonly credited: number;
  /** Base units of its lock that were used. */
  readonly lockedUnits: bigint;
}

export const NO_CHANGE: CryptoOrderChange = { credited: 0, lockedUnits: 0n };

/** Writes the next version and publishes it to the player. */
export async function updateOrder(
  tx: Tx,
  id: string,
  { credited, lockedUnits }: CryptoOrderChange,
  at: number,
): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_orders set version = version + 1, changed_at = ${at},
      credited_cents = credited_cents + ${credited}::bigint, lock_used = lock_used + ${lockedUnits.toString()}::numeric,
      status = case when ${credited}::bigint > 0 then 'COMPLETED' else status end,
      slot = case when ${credited}::bigint > 0 then null else slot end
    where id = ${id}`);
  invariant(changed === 1, `order ${id} is missing`);
  await tx.run(sql`select crypto_notify(${id}, ${at})`);
}

/** A payment that left its block and has not returned for a day no longer counts as pending. If it returns, it is still credited. */
const GONE_MS = 24 * 60 * 60_000;

/** Orders that have expired and have no pending payment. */
export async function expiredOrders(db: Db, at: number, limit: number): Promise<{ id: string; playerId: string }[]> {
  return db.many<{ id: string; playerId: string }>(sql`
    select o.id, o.player_id as "playerId" from crypto_orders o
    where o.status = 'PENDING' and o.expires_at <= ${at} and not exists (
      select from crypto_payments p where p.wallet_id = o.wallet_id and (p.state in ('SEEN', 'CONFIRMING')
        or p.state = 'REORGED' and p.changed_at > ${at - GONE_MS}) offset 0)
    order by o.expires_at limit ${limit}`);
}

/** Returns true if it was open and is declined now. */
export async function declineOrder(tx: Tx, id: string, at: number): Promise<boolean> {
  const changed = await tx.run(sql`
    update crypto_orders set status = 'DECLINED', slot = null, version = version + 1, changed_at = ${at}
    where id = ${id} and status = 'PENDING'`);
  if (changed === 1) await tx.run(sql`select crypto_notify(${id}, ${at})`);
  return changed === 1;
}

/** The address that was handed out last on a network. */
export function lastWallet(db: Db, network: Network): Promise<WalletRow | undefined> {
  return db.maybe<WalletRow>(sql`
    select ${walletColumns} from crypto_wallets w where w.network = ${network} order by w.idx desc limit 1`);
}

export function walletsByIds(db: Db, ids: readonly string[]): Promise<WalletRow[]> {
  return db.many<WalletRow>(sql`select ${walletColumns} from crypto_wallets w where w.id = any(${ids}::text[])`);
}

/** Whether the address was handed out as a deposit address, to any player. */
export async function isDepositAddress(db: Db, network: Network, address: string): Promise<boolean> {
  const { ours } = await db.one<{ ours: boolean }>(sql`
    select exists (select from crypto_wallets where network = ${network} and address = ${address}) as ours`);
  return ours;
}
