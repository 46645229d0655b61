/** Deletes the trees of old statements, so that a tree per hour does not grow without end. Statements, their roots and leaves stay. */
import type { Deps } from '../platform/process/deps.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import { forgetTree, forgetTiles, oldestKept, publishedBefore } from './store.ts';

/** Tiles per run: about 3 MB. */
const TILES_A_RUN = 200;

/** Deletes some tiles of the oldest expired tree. Returns how many, and 1 for the end of a tree. */
export async function forgetOld({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { 'solvency.keep': keep } = await readSettings(db, SITE_SETTINGS);
  const [newest] = await publishedBefore(db, null, 1);
  const oldest = newest && (await oldestKept(db, newest.number - keep));
  if (oldest === undefined) return 0;
  return db.transaction(async (tx) => {
    const gone = await forgetTiles(tx, oldest.number, TILES_A_RUN);
    if (gone === TILES_A_RUN) return gone;
    // The seed is the only link between players and leaves; it is deleted too.
    await forgetTree(tx, oldest.number);
    return gone + 1;
  });
}
