/** Queries about the log: head, proofs, rounds. All of them use the published head, never anything beyond it. */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { LOG_PAGE } from '@fairpot/contract/log/calls';
import type {
  LogHead,
  getLogConsistency,
  getLogProof,
  listLoggedRounds,
  listMyRounds,
} from '@fairpot/contract/log/schemas';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { formatLogProof } from '@fairpot/fairness/tree/checkpoint';
import { consistencyProof, inclusionProof } from '@fairpot/fairness/tree/merkle';
import { roundsPlayed } from '../accounts/results.ts';
import { leafBodies, type StoredLeafKind } from '../games/kit/leaf-feed.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { columnOf, type Db } from '../platform/database/sql.ts';
import { overTiles } from './edge.ts';
import { presentHead, presentPlayed, presentRound } from './present.ts';
import type { Watchers } from './witnesses/watchers.ts';
import { firstWitnessed, withLines } from './witnesses/witnessed.ts';
import { entriesOfRounds, openings, publishedHead, type LogEntry, type SignedHead } from './store.ts';
import { requirePlayer, type QueryHandler } from '../platform/runner/feature.ts';

/** The published head; NOT_FOUND until a new log has one. */
export async function currentHead(db: Db): Promise<SignedHead> {
  return (await publishedHead(db)) ?? refuse('NOT_FOUND');
}

export async function head(db: Db, key: string, watchers: Watchers): Promise<LogHead> {
  return presentHead(await withLines(db, watchers, await currentHead(db)), key);
}

/** The leaves of a round with their paths to the head. NO_GAME for a round that is not in the log (yet). */
export async function proof(
  db: Db,
  key: string,
  watchers: Watchers,
  { roundId }: CallInput<typeof getLogProof>,
): Promise<CallOutput<typeof getLogProof>> {
  const at = await withLines(db, watchers, await currentHead(db));
  const leaves = await provenLeaves(db, roundId, at);
  return {
    head: presentHead(at, key),
    leaves: leaves.map(({ kind, index, body, path }) => ({ kind, index, body, path: path.map(toBase64) })),
    witnessed: await witnessedLock(db, watchers, leaves, at),
  };
}

/** The lock of the round under the first head that witnesses cosigned. */
async function witnessedLock(
  db: Db,
  watchers: Watchers,
  leaves: readonly ProvenLeaf[],
  { size }: SignedHead,
): Promise<CallOutput<typeof getLogProof>['witnessed']> {
  const lock = leaves.find(({ kind }) => kind === 'lock');
  const first = lock && (await firstWitnessed(db, watchers, lock.index, size));
  if (!lock || !first) return null;
  const path = await overTiles(db, (read) => inclusionProof(read, lock.index, first.size));
  return { index: lock.index, path: path.map(toBase64), checkpoint: first.note };
}

/**
 * The `.tlog-proof` file (c2sp.org/tlog-proof@v1) of one leaf of a round: under the first head with enough witnesses,
 * which gives the best bound on its time; otherwise under the newest head.
 */
export async function proofFile(db: Db, watchers: Watchers, roundId: string, kind: string): Promise<string> {
  const newest = await currentHead(db);
  const entries = await entriesOfRounds(db, [roundId], newest.size);
  const { index } = entries.find((each) => each.kind === kind) ?? refuse('NO_GAME');
  const under = (await firstWitnessed(db, watchers, index, newest.size)) ?? newest;
  const path = await overTiles(db, (read) => inclusionProof(read, index, under.size));
  return formatLogProof({ index, path, checkpoint: under.note });
}

interface ProvenLeaf {
  readonly kind: StoredLeafKind;
  readonly index: number;
  readonly body: string;
  readonly path: readonly Uint8Array[];
}

async function provenLeaves(db: Db, roundId: string, { size }: SignedHead): Promise<ProvenLeaf[]> {
  const entries = await entriesOfRounds(db, [roundId], size);
  if (entries.length === 0) return refuse('NO_GAME');
  const bodies = await leafBodies(db, columnOf(entries, 'leafId'));
  const paths = await overTiles(db, (read) => entries.map((entry) => inclusionProof(read, entry.index, size)));
  return entries.map((entry, i) => {
    const body = bodies.get(entry.leafId);
    const path = paths[i];
    invariant(body !== undefined && path, `leaf ${entry.index} has no body`);
    return { kind: entry.kind, index: entry.index, body, path };
  });
}

export const consistency: QueryHandler<typeof getLogConsistency> = async ({ db }, { from, to }) => {
  const { size } = await currentHead(db);
  const end = to ?? size;
  if (end > size) return refuse('BAD_INPUT', { detail: `to: the log has ${size} leaves` });
  if (from > end) return refuse('BAD_INPUT', { detail: `from: more than the ${end} leaves of the later log` });
  const path = await overTiles(db, (read) => consistencyProof(read, from, end));
  return { from, to: end, path: path.map(toBase64) };
};

/** Rounds of the log by their openings, newest first. */
export const rounds: QueryHandler<typeof listLoggedRounds> = async (
  { db },
  { game, number, before, limit = LOG_PAGE },
) => {
  const { size } = await currentHead(db);
  const wanted = { game: game ?? null, number: number ?? null, before: Math.min(before ?? size, size) };
  const found = await openings(db, { ...wanted, limit: limit + 1 });
  const page = found.slice(0, limit);
  const all = await entriesOfRounds(
    db,
    page.flatMap((entry) => entry.roundId ?? []),
    size,
  );
  const bodies = await leafBodies(db, columnOf(page, 'leafId'));
  const last = page.at(-1);
  return {
    rounds: page.map((entry) => presentRound(entry, bodies.get(entry.leafId) ?? '', kindsOf(all, entry.roundId))),
    next: found.length > limit && last ? last.index : null,
  };
};

function kindsOf(entries: readonly LogEntry[], roundId: string | null): StoredLeafKind[] {
  return entries.filter((entry) => entry.roundId === roundId).map((entry) => entry.kind);
}

/** The player's own settled rounds whose results are visible, for a browser that verifies them all. */
export const mine: QueryHandler<typeof listMyRounds> = async ({ db, actor, now }, { before, limit = LOG_PAGE }) => {
  const { id } = requirePlayer(actor);
  const found = await roundsPlayed(db, id, now, before === undefined ? null : placeOf(before), limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { rounds: page.map(presentPlayed), next: found.length > limit && last ? `${last.at}-${last.roundId}` : null };
};

/** Parses a `PlayedRoundCursor`, whose form the contract has checked. */
function placeOf(text: string): { at: number; roundId: string } {
  const dash = text.indexOf('-');
  return { at: Number(text.slice(0, dash)), roundId: text.slice(dash + 1) };
}
