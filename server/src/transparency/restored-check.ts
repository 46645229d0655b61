/**
 * The check at the start that the database contains the published log, compared with the head stored outside of it and
 * with what witnesses cosigned. Invariant: a server on an older or other history signs nothing.
 */
import { equalBytes } from '@fairpot/fairness/encoding/bytes';
import { cosignaturesOn } from '@fairpot/fairness/tree/cosignature';
import { openCheckpoint, type Checkpoint } from '@fairpot/fairness/tree/checkpoint';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import type { Deps } from '../platform/process/deps.ts';
import { StartRefused } from '../platform/runner/refused.ts';
import { rootFrom } from './edge.ts';
import type { HeadKeeper } from './keeper.ts';
import { placedSize } from './store.ts';
import type { Watchers } from './witnesses/watchers.ts';

/** A head that was published, and its source. */
export interface PublishedHead {
  readonly checkpoint: Checkpoint;
  /** The signed note itself, possibly with the lines of witnesses. */
  readonly note: string;
  readonly from: string;
}

const WHAT_TO_DO =
  'Nothing was started or changed. Restore a copy of the database that is at least as new, or announce the loss with ' +
  '"npm run restore-log": see "A restored database" in docs/runbook.md.';

/** Throws StartRefused when the database has less than was published, or something else. */
export async function checkPublished(
  { db, gateways, log }: Pick<Deps, 'db' | 'gateways' | 'log'>,
  key: string,
  keeper: HeadKeeper | null,
  watchers: Watchers,
): Promise<void> {
  const claims = [...(await storedHead(key, keeper)), ...(await witnessedHeads({ gateways, log }, key, watchers))];
  const size = await placedSize(db);
  for (const { checkpoint, from } of claims) {
    if (checkpoint.size > size)
      throw new StartRefused(
        `The public log was published up to ${checkpoint.size} leaves (${from}), and this database holds ${size}: ` +
          'it was restored from an older copy. Continuing would write a second history, which everyone who saw the ' +
          `first can prove. ${WHAT_TO_DO}`,
      );
    if (checkpoint.size > 0 && !equalBytes(await rootFrom(db, checkpoint.size), checkpoint.root))
      throw new StartRefused(
        `The first ${checkpoint.size} leaves of the public log in this database are not the ones that were published ` +
          `(${from}): two histories. ${WHAT_TO_DO}`,
      );
  }
}

export async function storedHead(key: string, keeper: HeadKeeper | null): Promise<PublishedHead[]> {
  if (keeper === null) return [];
  try {
    const note = await keeper.read();
    return note === null ? [] : [{ checkpoint: openCheckpoint(note, parseVerifierKey(key)), note, from: keeper.place }];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartRefused(
      `The stored head of the public log in ${keeper.place} cannot be read (${why}). It records what was ` +
        'published: restore the file. See "A restored database" in docs/runbook.md.',
    );
  }
}

/** What each reachable witness has cosigned. An invalid response is ignored. */
export async function witnessedHeads(
  { gateways, log }: Pick<Deps, 'gateways' | 'log'>,
  key: string,
  { policy }: Watchers,
): Promise<PublishedHead[]> {
  const logKey = parseVerifierKey(key);
  const asked = policy.witnesses.map(async ({ name, key: own, url }): Promise<PublishedHead[]> => {
    const note = url === null ? null : await gateways.witnesses.lastCheckpoint(url, logKey.name);
    if (note === null) return [];
    try {
      const checkpoint = openCheckpoint(note, logKey);
      return cosignaturesOn(note, [own]).length === 1
        ? [{ checkpoint, note, from: `cosigned by the witness ${name}` }]
        : [];
    } catch (error) {
      log.warn({ err: error, witness: name }, 'witness returned an invalid checkpoint');
      return [];
    }
  });
  return (await Promise.all(asked)).flat();
}
