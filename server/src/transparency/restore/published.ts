/**
 * The published part of the public log that is stored outside the database: the newest head and the leaves below it,
 * from LOG_FOLDER and from a copy that someone saved or serves.
 *
 * Used by restore-log.ts. Nothing here is trusted: the head's signature is checked before it is named, and the caller
 * hashes the leaves. Both places are read, because either may be incomplete: a node's folder has what that node
 * published.
 */
import { siteSource, savedSource, type LogSource } from '@fairpot/fairness/cli/log-source';
import { equalBytes } from '@fairpot/fairness/encoding/bytes';
import { openCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { parseBundle, TILE_WIDTH } from '@fairpot/fairness/tree/tiles';
import { StartRefused } from '../../platform/runner/refused.ts';
import type { HeadKeeper } from '../keeper.ts';
import { storedHead, type PublishedHead } from '../restored-check.ts';
import { messageOf } from '@fairpot/fairness/encoding/shape';

/** A folder or file written by `fairpot-verify --save`, or the address of a site or mirror that serves the log. */
export async function sourceAt(place: string): Promise<LogSource> {
  try {
    return /^https?:\/\//.test(place) ? siteSource(new URL(place)) : await savedSource(place);
  } catch (error) {
    throw new StartRefused(`--from ${place}: ${messageOf(error)}`);
  }
}

/** The heads in both places, the largest first. Throws StartRefused for one that the log's key did not sign. */
export async function headsOf(
  key: string,
  keeper: HeadKeeper | null,
  source: LogSource | null,
): Promise<PublishedHead[]> {
  const claims = [...(await storedHead(key, keeper)), ...(await sourceClaim(key, source))];
  return claims.sort((a, b) => b.checkpoint.size - a.checkpoint.size);
}

async function sourceClaim(key: string, source: LogSource | null): Promise<PublishedHead[]> {
  if (source === null) return [];
  try {
    const note = await source.checkpoint();
    return [{ checkpoint: openCheckpoint(note, parseVerifierKey(key)), note, from: source.name }];
  } catch (error) {
    throw new StartRefused(`${source.name} does not hold a head that this log's key signed: ${messageOf(error)}`);
  }
}

/** Leaves [from, to) in order. Throws StartRefused, naming the first one that is in neither place. */
export async function leavesOf(
  keeper: HeadKeeper | null,
  source: LogSource | null,
  from: number,
  to: number,
): Promise<string[]> {
  const found = new Map(await keeper?.leaves(from, to));
  if (source !== null && found.size < to - from) await addFrom(source, from, to, found);
  return Array.from({ length: to - from }, (_, i) => {
    const body = found.get(from + i);
    if (body !== undefined) return body;
    const places = [keeper?.place, source?.name].filter((place) => place !== undefined).join(' nor in ');
    throw new StartRefused(
      `Leaf ${from + i} of the published log is not in ${places}. Give a copy that has it with --from: LOG_FOLDER ` +
        'of another node, a folder of "fairpot-verify --all --save", or the address of a mirror.',
    );
  });
}

/** The source's copies of these leaves; it has the bundles of its own head. */
async function addFrom(source: LogSource, from: number, to: number, found: Map<number, string>): Promise<void> {
  const { size } = sizeIn(await source.checkpoint());
  const end = Math.min(to, size);
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < end; index += 1) {
    const first = index * TILE_WIDTH;
    const bundle = await source.bundle(index, Math.min(TILE_WIDTH, size - first));
    if (bundle === null) return;
    for (const [i, entry] of parseBundle(bundle).entries())
      if (first + i >= from && first + i < end && !found.has(first + i))
        found.set(first + i, new TextDecoder().decode(entry));
  }
}

function sizeIn(note: string): { size: number } {
  return { size: Number(note.split('\n')[1]) };
}

/** The note with only the log's own signature, as the log stores it: copies have the lines of witnesses too. */
export function ownNote({ note, checkpoint }: PublishedHead, key: string): string {
  const end = note.indexOf('\n\n') + 2;
  const text = note.slice(0, end);
  const own = note
    .slice(end)
    .split('\n')
    .filter((line) => line !== '')
    .find((line) => isSigned(`${text}${line}\n`, key, checkpoint.root));
  if (own === undefined) throw new StartRefused('the head has no signature of this log');
  return `${text}${own}\n`;
}

function isSigned(note: string, key: string, root: Uint8Array): boolean {
  try {
    return equalBytes(openCheckpoint(note, parseVerifierKey(key)).root, root);
  } catch {
    // Another signer's line.
    return false;
  }
}
