/** The public log for other features: the index of one of their leaves, with its proof. */
import type { LoggedLeaf, LogHead } from '@fairpot/contract/log/schemas';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { inclusionProof } from '@fairpot/fairness/tree/merkle';
import { formatVerifierKey, noteKey } from '@fairpot/fairness/tree/note';
import { leafBodies } from '../games/kit/leaf-feed.ts';
import type { Db } from '../platform/database/sql.ts';
import { overTiles } from './edge.ts';
import { presentHead } from './present.ts';
import { entryOfLeaf, placesOf, publishedHead, readIdentity } from './store.ts';

export { firstHeadAt } from './reports/report-store.ts';
export { countPublished } from './store.ts';

/** Indexes by leaf row, for those that the published head covers. */
export async function publishedPlaces(db: Db, leafIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const head = await publishedHead(db);
  const rows = await placesOf(db, leafIds);
  return new Map(rows.flatMap(({ leafId, index }) => (head && index < head.size ? [[leafId, index]] : [])));
}

/** A leaf under the published head, with its path; null while that head does not cover it. */
export async function provenLeaf(
  db: Db,
  leafId: number,
): Promise<{ readonly head: LogHead; readonly leaf: Omit<LoggedLeaf, 'kind'> } | null> {
  const [head, identity] = [await publishedHead(db), await readIdentity(db)];
  const entry = await entryOfLeaf(db, leafId);
  if (!head || !identity || !entry || entry.index >= head.size) return null;
  const body = (await leafBodies(db, [leafId])).get(leafId) ?? '';
  const path = await overTiles(db, (read) => inclusionProof(read, entry.index, head.size));
  const key = formatVerifierKey(noteKey(identity.name, identity.publicKey));
  return { head: presentHead(head, key), leaf: { index: entry.index, body, path: path.map(toBase64) } };
}
