/**
 * Reading a chain on from where the database says, block by block: each is written together with what it pays to us and with the
 * cursor, so that a watcher that is killed has read it or not. Any number may run: the cursor moves from the block that they saw it at.
 *
 * Invariant: what is confirmed stands on the branch that the node shows at that moment, as the hash under the cursor was compared.
 */
import type { Clock, Log } from '@fairpot/server/platform/process/ports';
import type { Db } from '@fairpot/server/platform/database/sql';
import type { AddressReader, BlockReader, Tip } from './reader.ts';
import {
  confirm,
  cursorOf,
  dueAddresses,
  hashesRead,
  lose,
  movingTo,
  oursOf,
  reportStuck,
  rewind,
  see,
  startAt,
  takeBlocks,
  type Cursor,
} from './store.ts';

export interface WatchParts {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Blocks of one step. */
const AT_ONCE = 20;
/** Addresses of one step. */
const ADDRESSES = 50;

/** Watches one chain; a watch remembers what it saw once, to believe a re-org when it sees it twice. */
export class Watch {
  readonly #parts: WatchParts;
  readonly #reader: BlockReader;
  /** What stood under the cursor at the last look, where it was not what had been read. */
  #doubt: string | null = null;

  constructor(parts: WatchParts, reader: BlockReader) {
    this.#parts = parts;
    this.#reader = reader;
  }

  /** One step. True: there is more to read at once. Throws Unavailable when the node does not answer as it should. */
  async step(): Promise<boolean> {
    const { db, clock } = this.#parts;
    const { network } = this.#reader;
    const tip = await this.#reader.tip();
    const cursor = await cursorOf(db, network);
    if (cursor === null) {
      await this.#start(tip);
      return false;
    }
    const hash = await this.#reader.hashAt(cursor.height);
    // A node that is behind: nothing is read, and nothing is undone.
    if (hash === null || tip.newest < cursor.height) return false;
    if (hash !== cursor.hash) return this.#another(cursor, hash);
    this.#doubt = null;
    const to = Math.min(tip.newest, cursor.height + AT_ONCE);
    const taken = to > cursor.height ? await this.#read(cursor, to) : true;
    if (taken) await confirm(db, network, tip, clock.now());
    return taken && to < tip.newest;
  }

  async #start({ newest }: Tip): Promise<void> {
    const { db, clock, log } = this.#parts;
    const hash = await this.#reader.hashAt(newest);
    if (hash === null) return;
    await startAt(db, this.#reader.network, { height: newest, hash }, clock.now());
    log.info({ network: this.#reader.network, height: newest }, 'the chain is read from here');
  }

  async #read(cursor: Cursor, to: number): Promise<boolean> {
    const { db, clock, log } = this.#parts;
    const { network } = this.#reader;
    const blocks = await this.#reader.blocks(cursor.height + 1, to, (addresses) => oursOf(db, network, addresses));
    // Two branches in one answer: the next look finds out which it is.
    const chained = blocks.every((block, n) => block.parent === (blocks[n - 1] ?? cursor).hash);
    if (!chained) return false;
    const taken = await takeBlocks(db, network, cursor, blocks, clock.now());
    for (const { txid, coin } of blocks.flatMap(({ transfers }) => transfers))
      log.info({ network, txid, coin }, 'a payment');
    return taken;
  }

  /** The block under the cursor is another one than was read: believed when the next look shows the same. */
  async #another(cursor: Cursor, hash: string): Promise<boolean> {
    const { db, clock, log } = this.#parts;
    const { network } = this.#reader;
    if (this.#doubt !== hash) {
      this.#doubt = hash;
      return false;
    }
    for (const known of await hashesRead(db, network)) {
      if (known.height >= cursor.height || (await this.#reader.hashAt(known.height)) !== known.hash) continue;
      log.warn({ network, from: cursor.height, to: known.height }, 'the chain went another way');
      this.#doubt = null;
      return rewind(db, network, cursor, known, clock.now());
    }
    log.error({ network, height: cursor.height }, 'the chain went another way further back than is known');
    await reportStuck(db, network, `block ${cursor.height} is ${hash}, not ${cursor.hash}`, clock.now());
    return false;
  }
}

/**
 * Asks about addresses whose turn it is. What is in a block is written once that block was read, so that a re-org of it is noticed.
 * True: more may be due at once.
 */
export async function lookAtAddresses(parts: WatchParts, reader: AddressReader, everyMs: number): Promise<boolean> {
  const { db, clock } = parts;
  const due = await dueAddresses(db, reader.network, clock.now(), everyMs, ADDRESSES);
  for (const address of due) await lookAt(parts, reader, address);
  return due.length === ADDRESSES;
}

/** Asks about one address now. */
export async function lookAt({ db, clock, log }: WatchParts, reader: AddressReader, address: string): Promise<void> {
  const { network } = reader;
  const cursor = await cursorOf(db, network);
  const moving = await movingTo(db, network, address);
  const paid = await reader.paidTo(address);
  await see(
    db,
    network,
    paid.filter(({ height }) => height === null || (cursor !== null && height <= cursor.height)),
    clock.now(),
  );
  const gone: string[] = [];
  for (const txid of moving.filter((each) => !paid.some((seen) => seen.txid === each))) {
    if (!(await reader.knows(txid))) gone.push(txid);
  }
  if (gone.length > 0) log.warn({ network, gone }, 'payments are not known to the chain any more');
  await lose(db, network, gone, clock.now());
}
