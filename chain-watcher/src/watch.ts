/**
 * Reads a chain on from the stored cursor, block by block. Each block is written together with its payments to us and the cursor, so a
 * killed watcher has read it completely or not at all. Any number may run: the cursor only moves on from the block where a watcher saw
 * it.
 *
 * Invariant: confirmed payments are on the branch that the node currently shows, because the hash under the cursor was compared first.
 */
import type { Clock, Log } from '@fairpot/server/platform/process/ports';
import type { Db } from '@fairpot/server/platform/database/sql';
import type { AddressReader, BlockReader, ChainTip } from './reader.ts';
import {
  storeConfirmations,
  readCursor,
  dueAddresses,
  readKnownHashes,
  markLost,
  pendingTransactionsTo,
  filterOwnAddresses,
  reportStuck,
  rewind,
  storeAddressTransfers,
  startCursor,
  storeBlocks,
  type ChainCursor,
} from './store.ts';

export interface WatchParts {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const BLOCKS_PER_STEP = 20;
const ADDRESSES_PER_STEP = 50;

/** `more`: there is more to read. `complete`: everything up to the tip was read. `open`: the next poll decides. */
export type StepEnd = 'more' | 'complete' | 'open';

/** Watches one chain. It remembers a suspected re-org, because it must see it twice. */
export class Watch {
  readonly #parts: WatchParts;
  readonly #reader: BlockReader;
  /** The hash under the cursor at the last poll, if it was not the one that was read. */
  #suspectedHash: string | null = null;
  /** Where this watcher left the cursor; null: it must be read. */
  #cursor: ChainCursor | null = null;

  constructor(parts: WatchParts, reader: BlockReader) {
    this.#parts = parts;
    this.#reader = reader;
  }

  /**
   * One step. Throws NodeUnavailable if the node fails. `isWork`: payments may wait for confirmations; without it only those in new blocks do.
   */
  async step(tip: ChainTip, isWork = true): Promise<StepEnd> {
    const { db, clock } = this.#parts;
    const { network } = this.#reader;
    const cursor = this.#cursor ?? (await readCursor(db, network));
    this.#cursor = null;
    if (cursor === null) {
      await this.#start(tip);
      return 'open';
    }
    const hash = await this.#reader.hashAt(cursor.height);
    // The node is behind: read nothing, undo nothing.
    if (hash === null || tip.newest < cursor.height) return 'open';
    if (hash !== cursor.hash) return (await this.#handleFork(cursor, hash)) ? 'more' : 'open';
    this.#suspectedHash = null;
    const to = Math.min(tip.newest, cursor.height + BLOCKS_PER_STEP);
    const read = to > cursor.height ? await this.#readBlocks(cursor, to) : { last: cursor, transfers: 0 };
    if (read === null) return 'open';
    this.#cursor = read.last;
    if (isWork || read.transfers > 0) await storeConfirmations(db, network, tip, clock.now());
    return to < tip.newest ? 'more' : 'complete';
  }

  async #start({ newest }: ChainTip): Promise<void> {
    const { db, clock, log } = this.#parts;
    const hash = await this.#reader.hashAt(newest);
    if (hash === null) return;
    await startCursor(db, this.#reader.network, { height: newest, hash }, clock.now());
    log.info({ network: this.#reader.network, height: newest }, 'chain is read from here');
  }

  /** Null if the blocks are of two branches, or another watcher was faster. */
  async #readBlocks(
    cursor: ChainCursor,
    to: number,
  ): Promise<{ readonly last: ChainCursor; readonly transfers: number } | null> {
    const { db, clock, log } = this.#parts;
    const { network } = this.#reader;
    const blocks = await this.#reader.blocks(cursor.height + 1, to, (addresses) =>
      filterOwnAddresses(db, network, addresses),
    );
    // Two branches in one answer: the next poll will show which is right.
    const chained = blocks.every((block, n) => block.parent === (blocks[n - 1] ?? cursor).hash);
    if (!chained) return null;
    const taken = await storeBlocks(db, network, cursor, blocks, clock.now());
    const transfers = blocks.flatMap((block) => block.transfers);
    for (const { txid, coin } of transfers) log.info({ network, txid, coin }, 'payment seen');
    return taken ? { last: blocks.at(-1) ?? cursor, transfers: transfers.length } : null;
  }

  /** The hash under the cursor differs from the one that was read. It counts once the next poll confirms it. */
  async #handleFork(cursor: ChainCursor, hash: string): Promise<boolean> {
    const { db, clock, log } = this.#parts;
    const { network } = this.#reader;
    if (this.#suspectedHash !== hash) {
      this.#suspectedHash = hash;
      return false;
    }
    for (const known of await readKnownHashes(db, network)) {
      if (known.height >= cursor.height || (await this.#reader.hashAt(known.height)) !== known.hash) continue;
      log.warn({ network, from: cursor.height, to: known.height }, 're-org');
      this.#suspectedHash = null;
      return rewind(db, network, cursor, known, clock.now());
    }
    log.error({ network, height: cursor.height }, 're-org deeper than the known blocks');
    await reportStuck(db, network, `block ${cursor.height} is ${hash}, not ${cursor.hash}`, clock.now());
    return false;
  }
}

/**
 * Polls the addresses that are due. A payment in a block is only written once that block was read, so that a re-org is noticed. Returns
 * true if more may be due.
 */
export async function pollAddresses(parts: WatchParts, reader: AddressReader, everyMs: number): Promise<boolean> {
  const { db, clock } = parts;
  const due = await dueAddresses(db, reader.network, clock.now(), everyMs, ADDRESSES_PER_STEP);
  for (const address of due) await pollAddress(parts, reader, address);
  return due.length === ADDRESSES_PER_STEP;
}

/** Polls one address now. */
export async function pollAddress(
  { db, clock, log }: WatchParts,
  reader: AddressReader,
  address: string,
): Promise<void> {
  const { network } = reader;
  const cursor = await readCursor(db, network);
  const moving = await pendingTransactionsTo(db, network, address);
  const paid = await reader.transfersTo(address);
  await storeAddressTransfers(
    db,
    network,
    paid.filter(({ height }) => height === null || (cursor !== null && height <= cursor.height)),
    clock.now(),
  );
  const gone: string[] = [];
  for (const txid of moving.filter((each) => !paid.some((seen) => seen.txid === each))) {
    if (!(await reader.knowsTransaction(txid))) gone.push(txid);
  }
  if (gone.length > 0) log.warn({ network, gone }, 'payments no longer known to the chain');
  await markLost(db, network, gone, clock.now());
}
