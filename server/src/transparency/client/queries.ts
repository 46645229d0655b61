/** The query about builds of the client: which one this node serves, and where the log names it. */
import { CLIENT_BUILDS } from '@fairpot/contract/log/calls';
import type { listClientBuilds } from '@fairpot/contract/log/schemas';
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { inclusionProof } from '@fairpot/fairness/tree/merkle';
import { leafBodies } from '../../games/kit/leaf-feed.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Db } from '../../platform/database/sql.ts';
import { overTiles } from '../edge.ts';
import { presentHead } from '../present.ts';
import { placesOf, publishedHead } from '../store.ts';
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
