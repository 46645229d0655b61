/**
 * The sequencer: assigns committed leaves their index in the log, then signs the new head, stores it outside the
 * database, then publishes it.
 *
 * Run by a sweep of every node; the row lock of `log_state` makes one of them the sequencer at a time. Invariants:
 * persist, sign, keep, publish, each durable before the next; a leaf has one index; a signed head always continues the
 * last signed one. A crash between any two steps loses nothing: the next run continues from the tables. One run reads
 * and writes a bounded number of leaves and tiles, whatever the size of the log.
 */
import { leafHash } from '@fairpot/fairness/tree/merkle';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { isRestored, leavesAfter, leavesBefore, type StoredLeaf } from '../games/kit/leaf-feed.ts';
import type { Deps } from '../platform/process/deps.ts';
import { invariant } from '../platform/runner/refused.ts';
import type { Tx } from '../platform/database/sql.ts';
import { grownTiles, rootFrom } from './edge.ts';
import { bodiesBetween } from './bodies.ts';
import type { HeadKeeper } from './keeper.ts';
import type { LogSigner } from './signer.ts';
import {
  insertEntries,
  insertHead,
  lastSigned,
  newestHead,
  placedSize,
  placedIds,
  publish,
  takeState,
  writeNote,
  writeState,
  writeTiles,
  type LogEntry,
  type SequencerState,
} from './store.ts';

/** Maximum number of leaves that one run places. */
export const MAX_LEAVES = 512;

/** Steps of a run; tests stop it there. */
export type SequencerStep = 'placed' | 'persisted' | 'signed' | 'kept' | 'published';

export interface SequencerParts {
  readonly db: Deps['db'];
  readonly clock: Pick<Deps['clock'], 'now'>;
  readonly signer: LogSigner;
  /** Stores a head outside the database before it is published; null: nowhere (tests). */
  readonly keeper: HeadKeeper | null;
  /** Called after each step; `placed` is inside the transaction. */
  readonly onStep?: (step: SequencerStep) => Promise<void> | void;
}

/** One run. Returns how many leaves it placed; also 0 when another node is running. */
export async function sequence(parts: SequencerParts): Promise<number> {
  const placed = await persist(parts);
  if (placed === null) return 0;
  await parts.onStep?.('persisted');
  await sign(parts);
  await parts.onStep?.('signed');
  await publishNewest(parts);
  await parts.onStep?.('published');
  return placed;
}

/** Places the next leaves and stores the unsigned head over them. Null when another sequencer is running. */
function persist({ db, clock, onStep }: SequencerParts): Promise<number | null> {
  return db.transaction(async (tx) => {
    const state = await takeState(tx);
    if (state === undefined) return null;
    const read = await leavesAfter(tx, state.cursor, MAX_LEAVES);
    const last = read.at(-1);
    if (last === undefined) return beginAgain(tx, state);
    const leaves = await unplaced(tx, read);
    const size = state.size + leaves.length;
    if (leaves.length > 0) await grow(tx, state.size, leaves, clock.now());
    await writeState(tx, { cursor: { xid: last.xid, id: last.id }, size });
    await onStep?.('placed');
    // Leaves that were placed before count as done, so that the next run follows at once.
    return read.length;
  });
}

/** When nothing is left to read: 0, or 1 when reading starts over because the database was restored from a dump. */
async function beginAgain(tx: Tx, { cursor, size }: SequencerState): Promise<number> {
  if (!(await isRestored(tx, cursor))) return 0;
  await writeState(tx, { cursor: { xid: '0', id: 0 }, size });
  return 1;
}

/** The leaves without a place, in their order: each after the earlier leaves of its round. */
async function unplaced(tx: Tx, read: readonly StoredLeaf[]): Promise<StoredLeaf[]> {
  const earlier = await leavesBefore(tx, read);
  const ids = [...read, ...earlier].map((leaf) => leaf.id);
  const done = new Set(await placedIds(tx, ids));
  const ordered: StoredLeaf[] = [];
  for (const leaf of read) {
    const before = earlier.filter((other) => other.roundId === leaf.roundId && other.id < leaf.id);
    for (const each of [...before, leaf]) {
      if (done.has(each.id)) continue;
      done.add(each.id);
      ordered.push(each);
    }
  }
  return ordered;
}

async function grow(tx: Tx, size: number, leaves: readonly StoredLeaf[], at: number): Promise<void> {
  const hashes = leaves.map((leaf) => leafHash(utf8(leaf.body)));
  await insertEntries(
    tx,
    leaves.map((leaf, i) => entryOf(leaf, size + i)),
  );
  await writeTiles(tx, await grownTiles(tx, size, hashes));
  const grown = size + leaves.length;
  await insertHead(tx, { size: grown, root: Buffer.from(await rootFrom(tx, grown)), at });
}

export function entryOf(leaf: Omit<StoredLeaf, 'xid'>, index: number): LogEntry {
  const { id, kind, roundId, body } = leaf;
  const read = kind === 'open' ? parseLeaf(utf8(body)) : null;
  const opening = read?.type === 'open' ? read : null;
  return { index, leafId: id, kind, roundId, game: opening?.game ?? null, number: opening?.number ?? null };
}

/** Signs the newest head unless it is signed, after checking that the tiles still match the last signed head. */
async function sign({ db, signer }: SequencerParts): Promise<void> {
  const head = await newestHead(db);
  if (head === undefined || head.note !== null) return;
  const before = await lastSigned(db);
  if (before !== undefined)
    invariant(
      before.root.equals(await rootFrom(db, before.size)),
      `the log no longer holds its first ${before.size} leaves`,
    );
  invariant(
    head.root.equals(await rootFrom(db, head.size)),
    `the tiles are not those of the head of ${head.size} leaves`,
  );
  await writeNote(db, head.size, signer.sign(head));
}

async function publishNewest({ db, clock, keeper, onStep }: SequencerParts): Promise<void> {
  const head = await newestHead(db);
  if (head === undefined || head.note === null || head.publishedAt !== null) return;
  const { size, note } = head;
  const standing = (await keeper?.keep({ size, note }, (from, to) => bodiesBetween(db, from, to))) ?? size;
  // Another process of this machine may have published more since; then it is in the database.
  const isKnown = standing <= size || standing <= (await placedSize(db));
  invariant(isKnown, `${standing} leaves were published and the log has fewer: the database is an older copy`);
  await onStep?.('kept');
  await publish(db, size, clock.now());
}
