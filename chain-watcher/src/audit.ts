/**
 * The chain's side of the reconciliation. Credited payments and the signer's transactions are looked up again by transaction id, and
 * every address that was handed out is asked for its balance: a few at a time, in turn, without end. A mismatch must be seen twice
 * before it becomes an incident (crypto_checked, crypto_payout_checked, crypto_weighed). Nothing is corrected here.
 */
import type { AddressReader, BlockReader, Transfer } from './reader.ts';
import {
  storeCheck,
  readCursor,
  dueChecks,
  duePayouts,
  dueReserves,
  dueBalanceChecks,
  storePayoutCheck,
  storeReserveBalance,
  storeBalanceCheck,
  type FinishedPayout,
  type CreditedPayment,
} from './store.ts';
import { pollAddress, type WatchParts } from './watch.ts';

/** Items of each kind per step: few enough for a public node. */
const PAYMENTS = 5;
const ADDRESSES = 3;
/** Statements of solvency appear hourly, so each uses a balance at most half an hour old. */
const RESERVES_MS = 30 * 60_000;

/** Reserve balances that are read again at this time were last read before. */
export const reservesBefore = (now: number, everyMs: number): number => now - Math.min(everyMs, RESERVES_MS);

/** One step. Returns how many items the node was asked about. Throws NodeUnavailable if the node fails. */
export async function audit(parts: WatchParts, reader: BlockReader | AddressReader, everyMs: number): Promise<number> {
  const checks = (await checkPayments(parts, reader, everyMs)) + (await checkPayouts(parts, reader, everyMs));
  const weighings = (await checkBalances(parts, reader, everyMs)) + (await readReserveBalances(parts, reader, everyMs));
  return checks + weighings;
}

async function checkPayments({ db, clock, log }: WatchParts, reader: BlockReader, everyMs: number): Promise<number> {
  const { network } = reader;
  const due = await dueChecks(db, network, clock.now(), PAYMENTS);
  for (const payment of due) {
    const found = describeMismatch(payment, await reader.transfersIn(payment.txid));
    if (found !== null) log.warn({ network, txid: payment.txid, found }, 'credited payment does not match the chain');
    await storeCheck(db, network, payment, found, everyMs, clock.now());
  }
  return due.length;
}

/** Describes what the chain has instead of the payment; null if it matches. */
function describeMismatch(
  { idx, address, coin, units }: CreditedPayment,
  paid: readonly Transfer[] | null,
): string | null {
  if (paid === null) return 'the chain has no such transaction';
  const there = paid.find((each) => each.idx === idx && each.coin === coin);
  if (there === undefined) return 'the chain has the transaction, but not this payment';
  if (there.address !== address) return `the chain paid ${there.address}`;
  return there.units.toString() === units ? null : `the chain has ${there.units} base units`;
}

async function checkPayouts({ db, clock, log }: WatchParts, reader: BlockReader, everyMs: number): Promise<number> {
  const { network } = reader;
  const due = await duePayouts(db, network, clock.now(), PAYMENTS);
  for (const payout of due) {
    const found = describePayoutMismatch(payout, await reader.transfersIn(payout.txid));
    if (found !== null)
      log.warn({ network, txid: payout.txid, found }, 'transaction of the signer does not match the chain');
    await storePayoutCheck(db, network, payout.txid, found, everyMs, clock.now());
  }
  return due.length;
}

/** Describes what the chain has instead of the payout; null if it matches. */
function describePayoutMismatch(
  { address, coin, units, dead }: FinishedPayout,
  paid: readonly Transfer[] | null,
): string | null {
  const sums = paid?.filter((each) => each.address === address && each.coin === coin).map((each) => each.units) ?? [];
  if (dead) return sums.length === 0 ? null : `but the chain has it, and it paid ${sums.join(' and ')}`;
  if (paid === null) return 'the chain has no such transaction';
  if (sums.length === 0) return 'the chain has the transaction, but it paid nothing to this address';
  return sums.some((sum) => sum.toString() === units) ? null : `the chain has ${sums.join(' and ')} base units`;
}

async function checkBalances(parts: WatchParts, reader: BlockReader | AddressReader, everyMs: number): Promise<number> {
  const { db, clock } = parts;
  const { network } = reader;
  const cursor = await readCursor(db, network);
  if (cursor === null || (await hasUnreadBlock(reader, cursor.height))) return 0;
  const due = await dueBalanceChecks(db, network, clock.now(), ADDRESSES);
  for (const address of due) {
    // Payments are written up to the cursor, so the balance must be of the same block.
    if ('transfersTo' in reader) await pollAddress(parts, reader, address);
    const held = await reader.holdingsOf(address, cursor.height);
    // If the node is on another branch, its balances do not belong to these payments; the re-org is read first.
    if ((await hasUnreadBlock(reader, cursor.height)) || (await reader.hashAt(cursor.height)) !== cursor.hash) break;
    await storeBalanceCheck(db, network, cursor, { address, held }, everyMs, clock.now());
  }
  return due.length;
}

/** Reads the balances of the site's own addresses, which are published: at least as often as everything else. */
async function readReserveBalances({ db, clock }: WatchParts, reader: BlockReader, everyMs: number): Promise<number> {
  const { network } = reader;
  const cursor = await readCursor(db, network);
  if (cursor === null || (await hasUnreadBlock(reader, cursor.height))) return 0;
  const due = await dueReserves(db, network, reservesBefore(clock.now(), everyMs), ADDRESSES);
  for (const address of due) {
    const held = await reader.balanceOf(address, cursor.height);
    if ((await hasUnreadBlock(reader, cursor.height)) || (await reader.hashAt(cursor.height)) !== cursor.hash) break;
    await storeReserveBalance(db, network, cursor, { address, held }, clock.now());
  }
  return due.length;
}

/** Whether an unread block arrived, on a chain whose balances can only be read at the newest block. */
async function hasUnreadBlock(reader: BlockReader, height: number): Promise<boolean> {
  return reader.latestOnly && (await reader.tip()).newest !== height;
}
