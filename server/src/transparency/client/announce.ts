/**
 * The build of the client in the public log. A node announces the build in its folder when it starts, and listens only
 * after the leaf is below the published head: a browser is served nothing that the log does not name.
 */
import { canon } from '@fairpot/fairness/encoding/canon';
import { buildStatementBody, CLIENT_BUILD } from '@fairpot/fairness/client/build-statement';
import type { Leaf } from '@fairpot/fairness/log/leaf';
import { statementLeafId } from '../../games/kit/leaf-feed.ts';
import { appendStatement } from '../../games/kit/leaves.ts';
import type { ClientBuild } from '../../platform/http/client-build.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { StartRefused } from '../../platform/runner/refused.ts';
import { publishedPlaces } from '../front.ts';
import { addBuild, newestBuild } from './store.ts';

/** A leaf is published within a second or two, unless a transaction that began before it stays open. */
const WAIT_MS = 500;
const TRIES = 120;

/**
 * Announces the build, unless the newest announcement is of it, and publishes the log until its head covers the leaf.
 * `sequence` runs the sequencer once. Two nodes may both announce it: a duplicate is harmless.
 */
export async function announceBuild(
  { db, clock, client }: Pick<Deps, 'db' | 'clock' | 'client'>,
  sequence: () => Promise<unknown>,
): Promise<void> {
  if (client === null) return;
  const leafId = await db.transaction(async (tx) => {
    const newest = await newestBuild(tx);
    return newest?.manifest === client.hash ? newest.leafId : append(tx, client, clock.now());
  });
  for (let tries = 1; !(await publishedPlaces(db, [leafId])).has(leafId); tries += 1) {
    if (tries > TRIES)
      throw new StartRefused(
        'The build of the client is announced, but the public log did not publish its leaf. A transaction of this ' +
          'database may be open for minutes; end it and start again.',
      );
    await sequence();
    if (tries > 1) await clock.sleep(WAIT_MS);
  }
}

async function append(tx: Tx, { hash, manifest }: ClientBuild, at: number): Promise<number> {
  const says = buildStatementBody(hash, manifest);
  const leafId = await appendStatement(tx, canon({ v: 'fp/2', type: 'statement', at, about: CLIENT_BUILD, says }), at);
  await addBuild(tx, { leafId, manifest: hash, at });
  return leafId;
}

/** Keeps a published announcement that a restored database lost. */
export async function restoreBuild(tx: Tx, leaf: Leaf): Promise<void> {
  if (leaf.type !== 'statement' || leaf.build === null) return;
  const { at, about, build } = leaf;
  const leafId = await statementLeafId(
    tx,
    canon({ v: 'fp/2', type: 'statement', at, about, says: { v: 1, ...build } }),
  );
  await addBuild(tx, { leafId, manifest: build.manifest, at });
}
