/**
 * Leaves of archived months (decision 0099): their rows leave the database with the month. Their texts stay, packed, because a proof needs them for
 * ever. A pack holds the leaves of consecutive rounds and is found by a round. Its texts are checked as those of rows are: by the hashes of the log.
 */
import { isDeepStrictEqual } from 'node:util';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { sql, type Db, type Sql } from '../../platform/database/sql.ts';
import { invariant } from '../../platform/runner/refused.ts';

export interface PackedLeaf {
  readonly id: number;
  readonly roundId: string;
  readonly body: string;
}

/** Scalar subquery: leaves of archived rounds up to this id may be packed; '' while none are. */
export const packedUpToSql: Sql = sql`(select coalesce(max(last_round), '') from packed_leaves)`;

/** A pack of 64 coinflips takes 2 ms. Qualities up to 9 take up to 18 ms, and save nothing of texts that are mostly hashes. */
const QUALITY = 4;

function pack(leaves: readonly PackedLeaf[]): Buffer {
  const text = JSON.stringify(leaves.map(({ id, roundId, body }) => [id, roundId, body]));
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

function unpack(packed: Buffer): PackedLeaf[] {
  const leaves = JSON.parse(brotliDecompressSync(packed).toString()) as [number, string, string][];
  return leaves.map(([id, roundId, body]) => ({ id, roundId, body }));
}

/** The leaves of these rounds that are in packs, in no order. */
export async function packedLeaves(db: Db, roundIds: readonly string[]): Promise<PackedLeaf[]> {
  if (roundIds.length === 0) return [];
  const wanted = new Set(roundIds);
  const packs = await db.many<{ leaves: Buffer }>(sql`
    select leaves from packed_leaves where last_round in (
      select (select p.last_round from packed_leaves p where p.last_round >= r.id order by p.last_round limit 1)
      from unnest(${[...wanted]}::text[]) as r (id))`);
  return packs.flatMap(({ leaves }) => unpack(leaves)).filter(({ roundId }) => wanted.has(roundId));
}

/** Writes the leaves of consecutive rounds as one pack. Throws unless the stored pack gives them back. */
export async function writePack(db: Db, month: string, leaves: readonly PackedLeaf[]): Promise<void> {
  const rounds = leaves.map(({ roundId }) => roundId).toSorted();
  const [firstRound, lastRound] = [rounds[0], rounds.at(-1)];
  const stored = await db.one<{ leaves: Buffer }>(sql`
    insert into packed_leaves (last_round, first_round, month, leaves)
    values (${lastRound}, ${firstRound}, ${month}, ${pack(leaves)}) returning leaves`);
  invariant(isDeepStrictEqual(unpack(stored.leaves), leaves), `the leaves up to ${lastRound} are packed as they are`);
}

export async function dropPacks(db: Db, month: string): Promise<void> {
  await db.run(sql`delete from packed_leaves where month = ${month}`);
}
