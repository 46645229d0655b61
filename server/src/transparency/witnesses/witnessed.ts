/**
 * Queries about witnesses: the head as they cosigned it, the first head that proves a leaf in time, the witnesses and
 * since when they watch.
 */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { getLogWitnesses, listCosigned } from '@fairpot/contract/log/schemas';
import { withSignatures } from '@fairpot/fairness/tree/cosignature';
import { columnOf, type Db } from '../../platform/database/sql.ts';
import type { Config } from '../../platform/process/config.ts';
import { publishedHead, type SignedHead } from '../store.ts';
import { areEnough, type Watchers } from './watchers.ts';
import { cosignedAfter, linesOn, newestOf, notesOf, type CosignedRow } from './witness-store.ts';

/** Rows that one search for a quorum reads: a head of each second, for a dozen seconds and witnesses. */
const LOOKED_AT = 144;
/** Cosignatures of one page of `listCosigned`. */
const PAGE = 1_000;

/** The head with the lines of the witnesses on its note. */
export async function withLines<H extends SignedHead>(db: Db, { keys }: Watchers, head: H): Promise<H> {
  const lines = keys.length === 0 ? [] : await linesOn(db, head.size, keys);
  return lines.length === 0 ? head : { ...head, note: withSignatures(head.note, lines) };
}

/**
 * The earliest head of more than `index` leaves that enough witnesses cosigned; if none has enough, the earliest with
 * one cosignature; null when there is none.
 */
export async function firstWitnessed(
  db: Db,
  watchers: Watchers,
  index: number,
  published: number,
): Promise<SignedHead | null> {
  if (watchers.keys.length === 0) return null;
  const rows = await cosignedAfter(db, watchers.keys, { after: index, to: published, limit: LOOKED_AT });
  const groups = bySize(rows);
  const enough =
    groups.find((group) =>
      areEnough(
        watchers,
        group.map(({ witness }) => witness),
      ),
    ) ?? groups[0];
  const [first] = enough ?? [];
  if (enough === undefined || first === undefined) return null;
  const head = (await notesOf(db, [first.size])).get(first.size);
  return head === undefined ? null : { ...head, note: noteOf(enough) };
}

/** Cosigned heads, smallest first, each with its lines: requested by verifiers of the whole log. */
export async function cosigned(
  db: Db,
  watchers: Watchers,
  { after = 0 }: CallInput<typeof listCosigned>,
): Promise<CallOutput<typeof listCosigned>> {
  const to = (await publishedHead(db))?.size ?? 0;
  const rows = await cosignedAfter(db, watchers.keys, { after, to, limit: PAGE });
  const groups = bySize(rows);
  // The last group of a full page may be incomplete: the next page has all of it.
  const whole = rows.length === PAGE && groups.length > 1 ? groups.slice(0, -1) : groups;
  const last = whole.at(-1)?.[0]?.size ?? null;
  return { checkpoints: whole.map(noteOf), next: rows.length === PAGE ? last : null };
}

/** The witnesses of this log, and the last head that each of them cosigned. */
export async function witnesses(
  db: Db,
  watchers: Watchers,
  { mode }: Pick<Config, 'mode'>,
): Promise<CallOutput<typeof getLogWitnesses>> {
  const newest = new Map((await newestOf(db, watchers.keys)).map((row) => [row.witness, row]));
  const notes = await notesOf(
    db,
    [...newest.values()].map(({ size }) => size),
  );
  const simulated = mode === 'demo';
  return {
    policy: watchers.text,
    simulated,
    witnesses: watchers.policy.witnesses.map(({ name, key }, i) => {
      const vkey = watchers.keys[i] ?? '';
      const seen = newest.get(vkey);
      const note = seen && notes.get(seen.size)?.note;
      const last =
        seen && note ? { size: seen.size, at: seen.time * 1_000, checkpoint: withSignatures(note, [seen.line]) } : null;
      return { name: simulated ? `simulated witness ${key.name}` : name, key: vkey, last };
    }),
  };
}

function bySize(rows: readonly CosignedRow[]): CosignedRow[][] {
  const groups: CosignedRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0]?.size === row.size) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function noteOf(group: readonly CosignedRow[]): string {
  return withSignatures(group[0]?.note ?? '', columnOf(group, 'line'));
}
