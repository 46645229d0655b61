/**
 * The chain's side of the reconciliation: what was credited, and what the signer sent, is looked up again by its transaction, and every
 * address that was handed out is asked what it holds, a few at a time, in turn, for ever. What does not agree is said twice before it
 * is an incident (crypto_checked, crypto_payout_checked, crypto_weighed); nothing is put right here.
 */
import type { AddressReader, BlockReader, Transfer } from './reader.ts';
import {
  checked,
  cursorOf,
  dueChecks,
  duePayouts,
  dueReserves,
  dueWeighings,
  payoutChecked,
  reserveWeighed,
  weighed,
  type Payout,
  type Written,
} from './store.ts';
import { lookAt, type WatchParts } from './watch.ts';

/** Things of each kind in one step: what is asked of a public node has to stay far below what it bears. */
const PAYMENTS = 5;
const ADDRESSES = 3;
/** A statement an hour says what they hold: two looks for each. */
const RESERVES_MS = 30 * 60_000;

/** One step. How many things the node was asked about. Throws Unavailable when it does not answer as it should. */
export async function audit(parts: WatchParts, reader: BlockReader | AddressReader, everyMs: number): Promise<number> {
  const checks = (await checkPayments(parts, reader, everyMs)) + (await checkPayouts(parts, reader, everyMs));
  const weighings = (await weighAddresses(parts, reader, everyMs)) + (await weighReserves(parts, reader, everyMs));
  return checks + weighings;
}

async function checkPayments({ db, clock, log }: WatchParts, reader: BlockReader, everyMs: number): Promise<number> {
  const { network } = reader;
  const due = await dueChecks(db, network, clock.now(), PAYMENTS);
  for (const payment of due) {
    const found = otherThan(payment, await reader.paidBy(payment.txid));
    if (found !== null)
      log.warn({ network, txid: payment.txid, found }, 'a credited payment is not what the chain says');
    await checked(db, network, payment, found, everyMs, clock.now());
  }
  return due.length;
}

/** What the chain says in place of the payment; null: the same. */
function otherThan({ idx, address, coin, units }: Written, paid: readonly Transfer[] | null): string | null {
  if (paid === null) return 'the chain knows no such transaction';
  const there = paid.find((each) => each.idx === idx && each.coin === coin);
  if (there === undefined) return 'the chain has the transaction, and no such payment in it';
  if (there.address !== address) return `the chain says that it went to ${there.address}`;
  return there.units.toString() === units ? null : `the chain says ${there.units} base units`;
}

async function checkPayouts({ db, clock, log }: WatchParts, reader: BlockReader, everyMs: number): Promise<number> {
  const { network } = reader;
  const due = await duePayouts(db, network, clock.now(), PAYMENTS);
  for (const payout of due) {
    const found = paidOtherwise(payout, await reader.paidBy(payout.txid));
    if (found !== null)
      log.warn({ network, txid: payout.txid, found }, 'a transaction of the signer is not what the chain says');
    await payoutChecked(db, network, payout.txid, found, everyMs, clock.now());
  }
  return due.length;
}

/** What the chain says in place of the payout; null: the same. */
function paidOtherwise({ address, coin, units, dead }: Payout, paid: readonly Transfer[] | null): string | null {
  const sums = paid?.filter((each) => each.address === address && each.coin === coin).map((each) => each.units) ?? [];
  if (dead) return sums.length === 0 ? null : `the chain has it all the same, and it paid ${sums.join(' and ')}`;
  if (paid === null) return 'the chain knows no such transaction';
  if (sums.length === 0) return 'the chain has the transaction, and it paid nothing there';
  return sums.some((sum) => sum.toString() === units) ? null : `the chain says ${sums.join(' and ')} base units`;
}

async function weighAddresses(
  parts: WatchParts,
  reader: BlockReader | AddressReader,
  everyMs: number,
): Promise<number> {
  const { db, clock } = parts;
  const { network } = reader;
  const cursor = await cursorOf(db, network);
  if (cursor === null || (await movedOn(reader, cursor.height))) return 0;
  const due = await dueWeighings(db, network, clock.now(), ADDRESSES);
  for (const address of due) {
    // Its payments are written up to the cursor, so that both sides speak of the same blocks.
    if ('paidTo' in reader) await lookAt(parts, reader, address);
    const held = await reader.heldBy(address, cursor.height);
    // What another branch says is not held against payments of this one: the re-org is read first.
    if ((await movedOn(reader, cursor.height)) || (await reader.hashAt(cursor.height)) !== cursor.hash) break;
    await weighed(db, network, cursor, { address, held }, everyMs, clock.now());
  }
  return due.length;
}

/** The site's own addresses, of which everybody is told what they hold: as often as everything else, or more often. */
async function weighReserves({ db, clock }: WatchParts, reader: BlockReader, everyMs: number): Promise<number> {
  const { network } = reader;
  const cursor = await cursorOf(db, network);
  if (cursor === null || (await movedOn(reader, cursor.height))) return 0;
  const due = await dueReserves(db, network, clock.now() - Math.min(everyMs, RESERVES_MS), ADDRESSES);
  for (const address of due) {
    const held = await reader.balanceOf(address, cursor.height);
    if ((await movedOn(reader, cursor.height)) || (await reader.hashAt(cursor.height)) !== cursor.hash) break;
    await reserveWeighed(db, network, cursor, { address, held }, clock.now());
  }
  return due.length;
}

/** Whether a block came that was not read yet, where what is held is asked without naming a block. */
async function movedOn(reader: BlockReader, height: number): Promise<boolean> {
  return reader.onlyNow && (await reader.tip()).newest !== height;
}
