/**
 * Makes a solvency statement, from claim to leaf: claim the number, read everything as of one moment, build the tree, write its tiles,
 * publish.
 *
 * The sweep runs on every node. The node with the claim works and renews it; if that node dies, another takes over after two minutes and
 * starts over. Invariants: one statement per number. The statement, its leaf and the end of the claim are one transaction, so a tree is
 * public with its leaf or not at all. Its sums equal those of the books, or nothing is published.
 */
import { canon } from '@fairpot/fairness/encoding/canon';
import { seedHashOf } from '@fairpot/fairness/solvency/commitments';
import { equalSums } from '@fairpot/fairness/solvency/sums';
import { statementBodyOf, SOLVENCY, type SolvencyStatementBody } from '@fairpot/fairness/solvency/statement';
import { appendStatement } from '../games/kit/leaves.ts';
import { sql, type Sql } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { invariant } from '../platform/runner/refused.ts';
import { numberSettingSql, readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import { firstHeadAt } from '../transparency/front.ts';
import { readPosition, type SolvencyPosition } from './read.ts';
import { areHoldingsRead } from './reserves.ts';
import { dueAt, waitsForHoldings } from './rules.ts';
import {
  claimStatement,
  dropTiles,
  nonePublishedSinceSql,
  publish,
  publishedBefore,
  releaseClaim,
  renewClaim,
  writeTiles,
} from './store.ts';
import { buildTreeAside, type BuiltTree } from './tree.ts';

/** How long a dead node delays the others. */
export const CLAIM_MS = 120_000;
const CLAIM_AGAIN_MS = 20_000;
/** Tiles per statement: about 450 KB. */
const TILES_AT_ONCE = 32;

/** The steps of the work; tests stop it there. */
export type PublishStep = 'claimed' | 'read' | 'built' | 'tiles' | 'published';

export interface PublishParts {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'random' | 'log'>;
  /** Called after each step. */
  readonly onStep?: (step: PublishStep) => Promise<void> | void;
}

/** Condition: a statement may be due. Before the first it always may. */
export const mayBeDueSql = (now: number): Sql =>
  nonePublishedSinceSql(sql`${now}::bigint - ${numberSettingSql('solvency.everyMs')}`);

/** Publishes a statement if one is due and no other node is working on it. Returns whether it did. */
export async function publishDue(parts: PublishParts, signal: AbortSignal): Promise<boolean> {
  const { db, clock, random } = parts.deps;
  const { 'solvency.everyMs': everyMs } = await readSettings(db, SITE_SETTINGS);
  const [last] = await publishedBefore(db, null, 1);
  const due = dueAt(last ?? null, last ? null : await firstHeadAt(db), everyMs);
  const at = clock.now();
  if (due === null || at < due) return false;
  if (!last && waitsForHoldings(due, at, await areHoldingsRead(db, at))) return false;
  const work = { number: (last?.number ?? 0) + 1, token: Buffer.from(random.bytes(16)).toString('hex'), at, everyMs };
  if (!(await claimStatement(db, work.number, work.token, at, at + CLAIM_MS))) return false;
  try {
    await parts.onStep?.('claimed');
    return await makeStatement(parts, work, signal);
  } finally {
    await releaseClaim(db, work.number, work.token);
  }
}

interface StatementWork {
  readonly number: number;
  readonly token: string;
  readonly at: number;
  readonly everyMs: number;
}

async function makeStatement(
  { deps, onStep }: PublishParts,
  work: StatementWork,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock, random, log } = deps;
  const { number, token, at, everyMs } = work;
  await db.transaction((tx) => dropTiles(tx, number, token));
  let claimedAt = clock.now();
  const stillOurs = async () => {
    signal.throwIfAborted();
    const now = clock.now();
    if (now - claimedAt < CLAIM_AGAIN_MS) return;
    invariant(await renewClaim(db, number, token, now + CLAIM_MS), 'another node makes this statement');
    claimedAt = now;
  };
  const position = await readPosition(db, { at, everyMs }, stillOurs);
  await onStep?.('read');
  const seed = random.bytes(32);
  const tree = await buildTreeAside(position.liabilities, seed, signal);
  invariant(equalSums(tree.sums, position.players), 'the tree does not sum to what was read');
  await onStep?.('built');
  for (let from = 0; from < tree.tiles.length; from += TILES_AT_ONCE) {
    await stillOurs();
    if (!(await writeTiles(db, number, token, tree.tiles.slice(from, from + TILES_AT_ONCE)))) return false;
  }
  await onStep?.('tiles');
  const says = statementBody(work, position, tree, seed);
  const body = canon({ v: 'fp/2', type: 'statement', at, about: SOLVENCY, says: statementBodyOf(says) });
  const published = await db.transaction(async (tx) => {
    const leafId = await appendStatement(tx, body, at);
    const isOurs = await publish(tx, { number, token, at, body, leafId, depth: tree.depth, seed });
    invariant(isOurs, 'another node makes this statement');
    return isOurs;
  });
  await onStep?.('published');
  const { sums, own } = says;
  log.info({ number, leaves: 2 ** tree.depth, sums, own }, 'solvency statement published');
  return published;
}

function statementBody(
  { number, everyMs }: StatementWork,
  position: SolvencyPosition,
  tree: BuiltTree,
  seed: Uint8Array,
): SolvencyStatementBody {
  const { coins, steam, own, reserves } = position;
  return {
    number,
    everyMs,
    depth: tree.depth,
    root: tree.root,
    sums: tree.sums,
    seedHash: seedHashOf(seed),
    own,
    coins: coins.coins.map(({ coin, units, cents }) => ({ coin, units: units.toString(), cents })),
    coinsAt: coins.at,
    steam: { items: steam.items, itemCents: steam.itemCents },
    steamAt: steam.at,
    reserves,
  };
}
