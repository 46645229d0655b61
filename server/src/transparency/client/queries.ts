/** Queries about builds of the client: which one this node serves, where the log names it, and the proof of one. */
import { CLIENT_BUILDS } from '@fairpot/contract/log/calls';
import type { getBuildProof, listClientBuilds } from '@fairpot/contract/log/schemas';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { inclusionProof } from '@fairpot/fairness/tree/merkle';
import { leafBodies } from '../../games/kit/leaf-feed.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Db } from '../../platform/database/sql.ts';
import { overTiles } from '../edge.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { presentHead } from '../present.ts';
import { placesOf, publishedHead } from '../store.ts';
import type { Watchers } from '../witnesses/watchers.ts';
import { firstWitnessed } from '../witnesses/witnessed.ts';
import { announcedBuilds } from './store.ts';

export async function clientBuilds(
  db: Db,
  key: string,
  client: Deps['client'],
): Promise<CallOutput<typeof listClientBuilds>> {
  const serving = client?.hash ?? null;
  const head = await publishedHead(db);
  if (!head) return { head: null, serving, builds: [] };
  const rows = await announcedBuilds(db, CLIENT_BUILDS);
  const leafIds = rows.map(({ leafId }) => leafId);
  const places = (await placesOf(db, leafIds)).filter(({ index }) => index < head.size);
  const bodies = await leafBodies(db, leafIds);
  const paths = await overTiles(db, (read) => places.map(({ index }) => inclusionProof(read, index, head.size)));
  const leaves = new Map(
    places.map(({ leafId, index }, i) => [
      leafId,
      { index, body: bodies.get(leafId) ?? '', path: (paths[i] ?? []).map(toBase64) },
    ]),
  );
  return {
    head: presentHead(head, key),
    serving,
    builds: rows.map(({ leafId, manifest }) => ({ manifest, leaf: leaves.get(leafId) ?? null })),
  };
}

/** The newest leaf of a build that was announced lately. NOT_FOUND for another build, and until the published head covers the leaf. */
export async function buildProof(
  db: Db,
  watchers: Watchers,
  { manifest }: CallInput<typeof getBuildProof>,
): Promise<CallOutput<typeof getBuildProof>> {
  const newest = (await publishedHead(db)) ?? refuse('NOT_FOUND');
  const build = (await announcedBuilds(db, CLIENT_BUILDS)).find((each) => each.manifest === manifest);
  const { leafId } = build ?? refuse('NOT_FOUND');
  const [place] = await placesOf(db, [leafId]);
  if (place === undefined || place.index >= newest.size) return refuse('NOT_FOUND');
  const { index } = place;
  const under = (await firstWitnessed(db, watchers, index, newest.size)) ?? newest;
  const path = await overTiles(db, (read) => inclusionProof(read, index, under.size));
  const bodies = await leafBodies(db, [leafId]);
  return { index, body: bodies.get(leafId) ?? '', path: path.map(toBase64), checkpoint: under.note };
}
