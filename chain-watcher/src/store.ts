/**
 * The watcher's SQL, signed in as fairpot_watcher: it reads addresses and what was written of payments, and writes by the functions of
 * server/functions/crypto. Each function is one statement: a watcher that dies has done all of it or nothing.
 */
import type { Network } from '@fairpot/contract/crypto/calls';
import { sql, type Db } from '@fairpot/server/platform/database/sql';
import type { Balance, Block, Held, AddressTransfer, Tip } from './reader.ts';

export interface Cursor {
  readonly height: number;
  readonly hash: string;
}

/** The last block that was read whole; null before the first. */
export async function cursorOf(db: Db, network: Network): Promise<Cursor | null> {
  const row = await db.maybe<{ height: number | null; hash: string | null }>(sql`
    select height, hash from crypto_networks where network = ${network}`);
  return row === undefined || row.height === null || row.hash === null ? null : { height: row.height, hash: row.hash };
}

export async function startAt(db: Db, network: Network, { height, hash }: Cursor, at: number): Promise<void> {
  await db.run(sql`select crypto_start(${network}, ${height}, ${hash}, ${at})`);
}

/** Hashes that were read, newest first. */
export function hashesRead(db: Db, network: Network): Promise<Cursor[]> {
  return db.many<Cursor>(sql`
    select height, hash from crypto_blocks where network = ${network} order by height desc limit 200`);
}

/** Those of these addresses that were handed out on this chain. */
export async function oursOf(db: Db, network: Network, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ address: string }>(sql`
    select w.address from unnest(${addresses}::text[]) as asked (address)
    cross join lateral (
      select address from crypto_wallets where network = ${network} and address = asked.address offset 0) w`);
  return new Set(rows.map((row) => row.address));
}

/** False: another watcher has read on meanwhile, and nothing was written. */
export async function takeBlocks(
  db: Db,
  network: Network,
  from: Cursor,
  blocks: readonly Block[],
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

/** False: another watcher has moved meanwhile. */
export async function rewind(db: Db, network: Network, from: Cursor, to: Cursor, at: number): Promise<boolean> {
  const { done } = await db.one<{ done: boolean }>(sql`
    select crypto_rewind(${network}, ${from.height}, ${from.hash}, ${to.height}, ${to.hash}, ${at}) as done`);
  return done;
}

export async function reportStuck(db: Db, network: Network, detail: string, at: number): Promise<void> {
  await db.run(sql`select crypto_stuck(${network}, ${detail}, ${at})`);
}

export async function confirm(db: Db, network: Network, { newest, final }: Tip, at: number): Promise<void> {
  await db.run(sql`select crypto_confirm(${network}, ${newest}, ${final}, ${at})`);
}

export async function see(db: Db, network: Network, seen: readonly AddressTransfer[], at: number): Promise<void> {
  if (seen.length === 0) return;
  const payments = seen.map((each) => ({ ...each, units: each.units.toString() }));
  await db.run(sql`select crypto_see(${network}, ${JSON.stringify(payments)}::jsonb, ${at})`);
}

/** Addresses whose turn it is; their next one is put off. */
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

/** Transactions to this address that may still move. */
export async function movingTo(db: Db, network: Network, address: string): Promise<string[]> {
  const rows = await db.many<{ txid: string }>(sql`
    select distinct p.txid from crypto_wallets w join crypto_payments p on p.wallet_id = w.id
    where w.network = ${network} and w.address = ${address} and p.watched and p.state <> 'LOST'`);
  return rows.map((row) => row.txid);
}

export async function lose(db: Db, network: Network, txids: readonly string[], at: number): Promise<void> {
  if (txids.length > 0) await db.run(sql`select crypto_lost(${network}, ${txids}::text[], ${at})`);
}

/** A credited payment as it is written. */
export interface Written {
  readonly txid: string;
  readonly idx: number;
  readonly address: string;
  readonly coin: string;
  readonly units: string;
}

/** Payments that the chain is to be asked about again. */
export function dueChecks(db: Db, network: Network, at: number, limit: number): Promise<Written[]> {
  return db.many<Written>(sql`
    select txid, idx, address, coin, units from crypto_checks(${network}, ${at}, ${limit})`);
}

/** `found` null: the chain says the same; else what it says, in words. */
export async function checked(
  db: Db,
  network: Network,
  { txid, idx }: Written,
  found: string | null,
  everyMs: number,
  at: number,
): Promise<void> {
  await db.run(sql`select crypto_checked(${network}, ${txid}, ${idx}, ${found}, ${everyMs}, ${at})`);
}

/** A transaction of the signer that is over, as it is written. */
export interface Payout {
  readonly txid: string;
  readonly address: string;
  readonly coin: string;
  readonly units: string;
  /** It can never be in the chain, or it is there and moved nothing. */
  readonly dead: boolean;
}

/** Transactions of the signer that the chain is to be asked about again. */
export function duePayouts(db: Db, network: Network, at: number, limit: number): Promise<Payout[]> {
  return db.many<Payout>(sql`
    select txid, address, coin, units, dead from crypto_payout_checks(${network}, ${at}, ${limit})`);
}

/** `found` null: the chain says the same; else what it says, in words. */
export async function payoutChecked(
  db: Db,
  network: Network,
  txid: string,
  found: string | null,
  everyMs: number,
  at: number,
): Promise<void> {
  await db.run(sql`select crypto_payout_checked(${network}, ${txid}, ${found}, ${everyMs}, ${at})`);
}

/** Addresses that the chain is to be asked about what they hold. */
export async function dueWeighings(db: Db, network: Network, at: number, limit: number): Promise<string[]> {
  const rows = await db.many<{ address: string }>(sql`select address from crypto_weigh(${network}, ${at}, ${limit})`);
  return rows.map(({ address }) => address);
}

/** False: the cursor is elsewhere meanwhile, and nothing follows. */
export async function weighed(
  db: Db,
  network: Network,
  at: Cursor,
  { address, held }: { readonly address: string; readonly held: readonly Held[] },
  everyMs: number,
  now: number,
): Promise<boolean> {
  const said = held.map(({ coin, units, spent }) => ({ coin, units: units.toString(), spent }));
  const { done } = await db.one<{ done: boolean }>(sql`
    select crypto_weighed(${network}, ${at.height}, ${at.hash}, ${address}, ${JSON.stringify(said)}::jsonb,
      ${everyMs}, ${now}) as done`);
  return done;
}

/** Addresses of the site's reserves that were not looked at since `before`. */
export async function dueReserves(db: Db, network: Network, before: number, limit: number): Promise<string[]> {
  const rows = await db.many<{ address: string }>(sql`
    select reserve_weigh(${network}, ${before}, ${limit}) as address`);
  return rows.map(({ address }) => address);
}

/** False: the cursor is elsewhere meanwhile, and nothing was written. */
export async function reserveWeighed(
  db: Db,
  network: Network,
  at: Cursor,
  { address, held }: { readonly address: string; readonly held: readonly Balance[] },
  now: number,
): Promise<boolean> {
  const said = held.map(({ coin, units }) => ({ coin, units: units.toString() }));
  const { done } = await db.one<{ done: boolean }>(sql`
    select reserve_weighed(${network}, ${at.height}, ${at.hash}, ${address}, ${JSON.stringify(said)}::jsonb,
      ${now}) as done`);
  return done;
}

/** Which mode the database has; null before a server started on it. */
export async function modeOf(db: Db): Promise<string | null> {
  const row = await db.maybe<{ value: string }>(sql`select value from meta where key = 'mode'`);
  return row?.value ?? null;
}
