/**
 * The watcher's SQL. It connects as fairpot_watcher, reads addresses and recorded payments, and writes through the functions of
 * server/functions/crypto. Each function is one statement, so a watcher that dies has done all of it or nothing.
 */
import type { Network } from '@fairpot/contract/crypto/calls';
import { sql, type Db } from '@fairpot/server/platform/database/sql';
import type { CoinBalance, ChainBlock, CoinHolding, AddressTransfer, ChainTip } from './reader.ts';

export interface ChainCursor {
  readonly height: number;
  readonly hash: string;
}

/** The last block that was read completely; null before the first. */
export async function readCursor(db: Db, network: Network): Promise<ChainCursor | null> {
  const row = await db.maybe<{ height: number | null; hash: string | null }>(sql`
    select height, hash from crypto_networks where network = ${network}`);
  return row === undefined || row.height === null || row.hash === null ? null : { height: row.height, hash: row.hash };
}

export async function startCursor(db: Db, network: Network, { height, hash }: ChainCursor, at: number): Promise<void> {
  await db.run(sql`select crypto_start(${network}, ${height}, ${hash}, ${at})`);
}

/** Hashes of the blocks read so far, newest first. */
export function readKnownHashes(db: Db, network: Network): Promise<ChainCursor[]> {
  return db.many<ChainCursor>(sql`
    select height, hash from crypto_blocks where network = ${network} order by height desc limit 200`);
}

/** Returns those of the addresses that were handed out on this chain. */
export async function filterOwnAddresses(
  db: Db,
  network: Network,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ address: string }>(sql`
    select w.address from unnest(${addresses}::text[]) as asked (address)
    cross join lateral (
      select address from crypto_wallets where network = ${network} and address = asked.address offset 0) w`);
  return new Set(rows.map((row) => row.address));
}

/** Returns false, and writes nothing, if another watcher has moved the cursor. */
export async function storeBlocks(
  db: Db,
  network: Network,
  from: ChainCursor,
  blocks: readonly ChainBlock[],
  at: number,
): Promise<boolean> {
  const payments = blocks.flatMap(({ height, hash, transfers }) =>
    transfers.map((transfer) => ({ ...transfer, units: transfer.units.toString(), height, hash })),
  );
  const strays = blocks.flatMap((block) => block.strays.map((stray) => ({ ...stray, units: stray.units.toString() })));
  const heads = blocks.map(({ height, hash }) => ({ height, hash }));
  const { done } = await db.one<{ done: boolean }>(sql`
    select crypto_scan(${network}, ${from.height}, ${from.hash}, ${JSON.stringify(heads)}::jsonb,
      ${JSON.stringify(payments)}::jsonb, ${JSON.stringify(strays)}::jsonb, ${at}) as done`);
  return done;
}

/** Returns false if another watcher has moved the cursor. */
export async function rewind(
  db: Db,
  network: Network,
  from: ChainCursor,
  to: ChainCursor,
  at: number,
): Promise<boolean> {
  const { done } = await db.one<{ done: boolean }>(sql`
    select crypto_rewind(${network}, ${from.height}, ${from.hash}, ${to.height}, ${to.hash}, ${at}) as done`);
  return done;
}

export async function reportStuck(db: Db, network: Network, detail: string, at: number): Promise<void> {
  await db.run(sql`select crypto_stuck(${network}, ${detail}, ${at})`);
}

export async function storeConfirmations(
  db: Db,
  network: Network,
  { newest, final }: ChainTip,
  at: number,
): Promise<void> {
  await db.run(sql`select crypto_confirm(${network}, ${newest}, ${final}, ${at})`);
}

export async function storeAddressTransfers(
  db: Db,
  network: Network,
  seen: readonly AddressTransfer[],
  at: number,
): Promise<void> {
  if (seen.length === 0) return;
  const payments = seen.map((each) => ({ ...each, units: each.units.toString() }));
  await db.run(sql`select crypto_see(${network}, ${JSON.stringify(payments)}::jsonb, ${at})`);
}

/** Claims the addresses that are due and schedules their next poll. */
export async function dueAddresses(
  db: Db,
  network: Network,
  at: number,
  everyMs: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.many<{ address: string }>(sql`
    select crypto_look(${network}, ${at}, ${everyMs}, ${limit}) as address`);
  return rows.map((row) => row.address);
}

/** Transactions to this address that may still change. */
export async function pendingTransactionsTo(db: Db, network: Network, address: string): Promise<string[]> {
  const rows = await db.many<{ txid: string }>(sql`
    select distinct p.txid from crypto_wallets w join crypto_payments p on p.wallet_id = w.id
    where w.network = ${network} and w.address = ${address} and p.watched and p.state <> 'LOST'`);
  return rows.map((row) => row.txid);
}

export async function markLost(db: Db, network: Network, txids: readonly string[], at: number): Promise<void> {
  if (txids.length > 0) await db.run(sql`select crypto_lost(${network}, ${txids}::text[], ${at})`);
}

/** Whether the database has work for this network, whatever its chain shows. `reservesBefore`: as in `dueReserves`. */
export async function hasWork(db: Db, network: Network, at: number, reservesBefore: number): Promise<boolean> {
  const { work } = await db.one<{ work: boolean }>(sql`
    select crypto_watch_any(${network}, ${at}, ${reservesBefore}) as work`);
  return work;
}

/** A credited payment as recorded. */
export interface CreditedPayment {
  readonly txid: string;
  readonly idx: number;
  readonly address: string;
  readonly coin: string;
  readonly units: string;
}

/** Payments due for another check against the chain. */
export function dueChecks(db: Db, network: Network, at: number, limit: number): Promise<CreditedPayment[]> {
  return db.many<CreditedPayment>(sql`
    select txid, idx, address, coin, units from crypto_checks(${network}, ${at}, ${limit})`);
}

/** `found` null: it matches; otherwise what the chain has, in words. */
export async function storeCheck(
  db: Db,
  network: Network,
  { txid, idx }: CreditedPayment,
  found: string | null,
  everyMs: number,
  at: number,
): Promise<void> {
  await db.run(sql`select crypto_checked(${network}, ${txid}, ${idx}, ${found}, ${everyMs}, ${at})`);
}

/** A finished transaction of the signer as recorded. */
export interface FinishedPayout {
  readonly txid: string;
  readonly address: string;
  readonly coin: string;
  readonly units: string;
  /** True if it can never be in the chain, or is there and moved nothing. */
  readonly dead: boolean;
}

/** Transactions of the signer that are due for another check against the chain. */
export function duePayouts(db: Db, network: Network, at: number, limit: number): Promise<FinishedPayout[]> {
  return db.many<FinishedPayout>(sql`
    select txid, address, coin, units, dead from crypto_payout_checks(${network}, ${at}, ${limit})`);
}

/** `found` null: it matches; otherwise what the chain has, in words. */
export async function storePayoutCheck(
  db: Db,
  network: Network,
  txid: string,
  found: string | null,
  everyMs: number,
  at: number,
): Promise<void> {
  await db.run(sql`select crypto_payout_checked(${network}, ${txid}, ${found}, ${everyMs}, ${at})`);
}

/** Addresses whose balance is due for a check. */
export async function dueBalanceChecks(db: Db, network: Network, at: number, limit: number): Promise<string[]> {
  const rows = await db.many<{ address: string }>(sql`select address from crypto_weigh(${network}, ${at}, ${limit})`);
  return rows.map(({ address }) => address);
}

/** Returns false, with no effect, if the cursor has moved. */
export async function storeBalanceCheck(
  db: Db,
  network: Network,
  at: ChainCursor,
  { address, held }: { readonly address: string; readonly held: readonly CoinHolding[] },
  everyMs: number,
  now: number,
): Promise<boolean> {
  const holdings = held.map(({ coin, units, spent }) => ({ coin, units: units.toString(), spent }));
  const { done } = await db.one<{ done: boolean }>(sql`
    select crypto_weighed(${network}, ${at.height}, ${at.hash}, ${address}, ${JSON.stringify(holdings)}::jsonb,
      ${everyMs}, ${now}) as done`);
  return done;
}

/** Reserve addresses that were not read since `before`. */
export async function dueReserves(db: Db, network: Network, before: number, limit: number): Promise<string[]> {
  const rows = await db.many<{ address: string }>(sql`
    select reserve_weigh(${network}, ${before}, ${limit}) as address`);
  return rows.map(({ address }) => address);
}

/** Returns false, and writes nothing, if the cursor has moved. */
export async function storeReserveBalance(
  db: Db,
  network: Network,
  at: ChainCursor,
  { address, held }: { readonly address: string; readonly held: readonly CoinBalance[] },
  now: number,
): Promise<boolean> {
  const holdings = held.map(({ coin, units }) => ({ coin, units: units.toString() }));
  const { done } = await db.one<{ done: boolean }>(sql`
    select reserve_weighed(${network}, ${at.height}, ${at.hash}, ${address}, ${JSON.stringify(holdings)}::jsonb,
      ${now}) as done`);
  return done;
}
