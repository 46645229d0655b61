/**
 * Continues the public log after the database was restored from an older copy: the published leaves that were lost are
 * put back in their places, and what the database lost is voided, announced in the log itself (docs/runbook.md,
 * protocol fp/2 4 to 6).
 *
 * Run by the operator's command, while no node runs, as the owner of the database. Invariants: nothing is written
 * unless the leaves hash to a head that the log's key signed; all of it is written in one transaction, so a killed
 * command left nothing behind, or has no more to do; a second run does nothing.
 */
import { canon } from '@fairpot/fairness/encoding/canon';
import { equalBytes, utf8 } from '@fairpot/fairness/encoding/bytes';
import type { LogSource } from '@fairpot/fairness/cli/log-source';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import { leafHash } from '@fairpot/fairness/tree/merkle';
import { formatVerifierKey, noteKey } from '@fairpot/fairness/tree/note';
import { announceRestore, restoreLeaves, type PublishedLeaf } from '../../games/kit/restore/lost-leaves.ts';
import { lostRounds, roundsWithoutSecret, voidLost, type LostRound } from '../../games/kit/restore/lost-rounds.ts';
import { livingNodes } from '../../platform/live/nodes.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Feature } from '../../platform/runner/feature.ts';
import { invariant, StartRefused } from '../../platform/runner/refused.ts';
import { columnOf, type Pool, type Tx } from '../../platform/database/sql.ts';
import { bodiesBetween } from '../bodies.ts';
import { grownTiles, rootFrom } from '../edge.ts';
import { keeperIn, type HeadKeeper } from '../keeper.ts';
import { witnessedHeads, type PublishedHead } from '../restored-check.ts';
import { entryOf } from '../sequencer.ts';
import {
  insertEntries,
  insertHead,
  placedIds,
  placedSize,
  publish,
  readIdentity,
  takeState,
  writeNote,
  writeState,
  writeTiles,
  type StoredTile,
} from '../store.ts';
import { watchersOf } from '../witnesses/watchers.ts';
import { headsOf, leavesOf, ownNote } from './published.ts';

/** Steps of a run; tests stop it there. All but the last two are before the commit. */
export type RestoreStep = 'checked' | 'leaves' | 'rounds' | 'voided' | 'announced' | 'committed' | 'kept';

export interface RestoreParts {
  /** The owner's. */
  readonly db: Pool;
  readonly deps: Pick<Deps, 'clock' | 'config' | 'gateways' | 'log'>;
  readonly features: readonly Feature[];
  /** A copy of the published log besides LOG_FOLDER's. */
  readonly source: LogSource | null;
  readonly onStep?: (step: RestoreStep) => Promise<void> | void;
}

export interface RestoreResult {
  /** Leaves [from, to) were put back. */
  readonly from: number;
  readonly to: number;
  /** Rounds that ended with it; `voided`: those of `ended` that this run voids in the log. */
  readonly ended: number;
  readonly voided: number;
}

/** The published history beyond the database, checked. `head` null: nothing was ever published, as far as is known. */
interface MissingHistory {
  readonly size: number;
  readonly head: { readonly size: number; readonly root: Buffer; readonly note: string } | null;
  readonly leaves: readonly PublishedLeaf[];
  readonly tiles: readonly StoredTile[];
}

/** Throws StartRefused when a person must do something else first; then nothing was written. */
export async function restoreLog(parts: RestoreParts): Promise<RestoreResult> {
  const { db, deps, source } = parts;
  const identity = await readIdentity(db);
  if (identity === null)
    throw new StartRefused('This database has never had a public log: there is nothing to continue.');
  const key = formatVerifierKey(noteKey(identity.name, identity.publicKey));
  const keeper = deps.config.logFolder === null ? null : keeperIn(deps.config.logFolder, key);
  await refuseBesideNodes(db);
  const missing = await missingHistory(parts, key, keeper, source);
  await parts.onStep?.('checked');
  const restored = await db.transaction((tx) => write(parts, tx, missing));
  await parts.onStep?.('committed');
  // This machine's keeper may be older than the restored copy: what is in the database now is published.
  if (missing.head !== null) await keeper?.keep(missing.head, (from, to) => bodiesBetween(db, from, to));
  await parts.onStep?.('kept');
  return restored;
}

async function refuseBesideNodes(db: Pool): Promise<void> {
  const living = await livingNodes(db);
  if (living > 0)
    throw new StartRefused(
      `${living} node(s) of this database are running, or ran within the last 10 seconds. Stop them all, wait, and ` +
        'try again.',
    );
}

async function missingHistory(
  { db, deps }: RestoreParts,
  key: string,
  keeper: HeadKeeper | null,
  source: LogSource | null,
): Promise<MissingHistory> {
  const heads = await headsOf(key, keeper, source);
  const size = await placedSize(db);
  const [newest] = heads;
  const witnessed = await witnessedHeads(deps, key, watchersOf(deps.config));
  const to = Math.max(size, newest?.checkpoint.size ?? 0);
  const beyond = witnessed.find(({ checkpoint }) => checkpoint.size > to);
  if (beyond !== undefined)
    throw new StartRefused(
      `The public log was published up to ${beyond.checkpoint.size} leaves (${beyond.from}), and the available ` +
        `copies end at ${to}. Find the rest (LOG_FOLDER of another node, a saved copy) and give it with --from.`,
    );
  const isAhead = newest !== undefined && newest.checkpoint.size > size;
  const leaves = isAhead ? (await leavesOf(keeper, source, size, newest.checkpoint.size)).map(readLeaf) : [];
  const hashes = leaves.map(({ body }) => leafHash(utf8(body)));
  const tiles = await grownTiles(db, size, hashes);
  for (const claim of [...heads, ...witnessed]) await checkRoot(db, claim, tiles);
  const head =
    newest === undefined
      ? null
      : { size: newest.checkpoint.size, root: Buffer.from(newest.checkpoint.root), note: ownNote(newest, key) };
  return { size, head, leaves, tiles };
}

function readLeaf(body: string, at: number): PublishedLeaf {
  try {
    return { body, leaf: parseLeaf(utf8(body)) };
  } catch (error) {
    throw new StartRefused(`Lost leaf ${at} is invalid: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function checkRoot(db: Pool, { checkpoint, from }: PublishedHead, tiles: readonly StoredTile[]): Promise<void> {
  const { size, root } = checkpoint;
  if (size === 0 || equalBytes(await rootFrom(db, size, tiles), root)) return;
  throw new StartRefused(
    `The leaves of this database and those that were kept do not hash to the head of ${size} leaves that was ` +
      `published (${from}): either the copy of the leaves is false, or the database holds another history. ` +
      'Nothing was written.',
  );
}

async function write(
  { deps, features, onStep }: RestoreParts,
  tx: Tx,
  missing: MissingHistory,
): Promise<RestoreResult> {
  const state = await takeState(tx);
  if (state === undefined || state.size !== missing.size || (await livingNodes(tx)) > 0)
    throw new StartRefused('A node or another restore is using this log. Stop it and try again.');
  const at = deps.clock.now();
  const { size: from, head, leaves } = missing;
  const to = from + leaves.length;
  const lost = await placeLeaves(tx, missing, state.cursor, at);
  await onStep?.('leaves');
  const named = await lostRounds(tx, columnOf(lost, 'leaf'));
  const ids = new Set(named.map(({ id }) => id));
  const secretless = (await roundsWithoutSecret(tx)).filter(({ id }) => !ids.has(id));
  const rounds = [...named, ...secretless];
  const voided = rounds.filter(({ isReturned }) => !isReturned).length;
  if (lost.length === 0 && rounds.length === 0) return { from, to, ended: 0, voided: 0 };
  await endRounds(tx, features, rounds, at);
  for (const { leaf } of lost) for (const feature of features) await feature.afterRestore?.takeLeaf?.(tx, leaf);
  await onStep?.('rounds');
  const secrets = secretless.length > 0 ? 'lost' : 'kept';
  await announceRestore(tx, canon({ v: 'fp/2', type: 'restored', at, from, to, rounds: voided, secrets }), at);
  await onStep?.('announced');
  await voidLost(tx, rounds, at);
  await onStep?.('voided');
  deps.log.warn({ from, to, head: head?.size, rounds: rounds.length, voided }, 'public log continued after a restore');
  return { from, to, ended: rounds.length, voided };
}

/**
 * Restores the published leaves to their places, with the head over them. Returns those that were not in this database.
 */
async function placeLeaves(
  tx: Tx,
  { size, head, leaves, tiles }: MissingHistory,
  cursor: Parameters<typeof writeState>[1]['cursor'],
  at: number,
): Promise<PublishedLeaf[]> {
  if (leaves.length === 0) return [];
  invariant(head, 'published leaves are below a head');
  const rows = await restoreLeaves(tx, leaves, (ids) => placedIds(tx, ids));
  await insertEntries(
    tx,
    leaves.map(({ leaf, body }, i) => {
      const { id } = rows[i] ?? {};
      invariant(id !== undefined, 'each leaf has a row');
      const roundId = 'roundId' in leaf ? leaf.roundId : null;
      return entryOf({ id, kind: leaf.type, roundId, body }, size + i);
    }),
  );
  await writeTiles(tx, tiles);
  await insertHead(tx, { size: head.size, root: head.root, at });
  await writeNote(tx, head.size, head.note);
  await publish(tx, head.size, at);
  await writeState(tx, { cursor, size: head.size });
  return leaves.filter((_, i) => rows[i]?.wasHere === false);
}

async function endRounds(tx: Tx, features: readonly Feature[], rounds: readonly LostRound[], at: number) {
  const running = rounds.filter(({ isRunningHere }) => isRunningHere);
  for (const game of new Set(running.map((round) => round.game))) {
    const end = features.find(({ name }) => name === game)?.afterRestore?.endRounds;
    invariant(end, `there is no game ${game}`);
    const ids = running.filter((round) => round.game === game).map(({ id }) => id);
    await end(tx, ids, at);
  }
}
