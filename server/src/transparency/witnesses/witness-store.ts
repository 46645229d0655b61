/** SQL of the cosignatures. Meaning of the rows: 0006_transparency.sql. */
import { sql, type Db, type Pool, type Sql } from '../../platform/database/sql.ts';
import { publishedSizeSql, type SignedHead } from '../store.ts';

export interface StoredCosignature {
  readonly size: number;
  /** Verifier key. */
  readonly witness: string;
  /** POSIX seconds. */
  readonly time: number;
  readonly line: string;
  /** When it was received, epoch ms. */
  readonly at: number;
}

/** Stores a verified cosignature: as the first of its witness on this head, and as its newest. */
export function storeCosignature(db: Pool, { size, witness, time, line, at }: StoredCosignature): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into log_cosignatures (size, witness, time, line, at)
      values (${size}, ${witness}, ${time}, ${line}, ${at}) on conflict do nothing`);
    await tx.run(sql`
      insert into log_witnesses (witness, size, time, line, at)
      values (${witness}, ${size}, ${time}, ${line}, ${at})
      on conflict (witness) do update set size = excluded.size, time = excluded.time, line = excluded.line,
        at = excluded.at
        where (excluded.size, excluded.time) > (log_witnesses.size, log_witnesses.time)`);
  });
}

/** The newest cosignature of each of these witnesses. */
export function newestOf(db: Db, witnesses: readonly string[]): Promise<StoredCosignature[]> {
  return db.many<StoredCosignature>(sql`
    select size, witness, time, line, at from log_witnesses where witness = any(${witnesses}::text[])`);
}

/** Condition: the witness has not cosigned the newest published head since `before`. */
export const toCosignSql = (witness: string, before: number): Sql => sql`exists (
  select from (${publishedSizeSql}) head where not exists (
    select from log_witnesses w where w.witness = ${witness} and w.size >= head.size and w.at > ${before}))`;

/** Signature lines on one head, a line per witness: its newest when this head is its newest, else its first. */
export async function linesOn(db: Db, size: number, witnesses: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ line: string }>(sql`
    select coalesce(w.line, c.line) as line
    from log_cosignatures c left join log_witnesses w on w.witness = c.witness and w.size = c.size
    where c.size = ${size} and c.witness = any(${witnesses}::text[]) order by c.witness`);
  return rows.map(({ line }) => line);
}

export type CosignedRow = Pick<StoredCosignature, 'size' | 'witness' | 'line'> & { readonly note: string };

/** First cosignatures on published heads of more than `after` and at most `to` leaves, by size. */
export function cosignedAfter(
  db: Db,
  witnesses: readonly string[],
  { after, to, limit }: { readonly after: number; readonly to: number; readonly limit: number },
): Promise<CosignedRow[]> {
  return db.many<CosignedRow>(sql`
    select c.size, c.witness, c.line, h.note
    from log_cosignatures c join log_heads h on h.size = c.size
    where c.size > ${after} and c.size <= ${to} and c.witness = any(${witnesses}::text[])
    order by c.size, c.witness limit ${limit}`);
}

/** The signed note of each of these sizes. */
export async function notesOf(db: Db, sizes: readonly number[]): Promise<ReadonlyMap<number, SignedHead>> {
  const rows = await db.many<SignedHead>(sql`
    select size, root, at, note from log_heads where size = any(${sizes}::bigint[]) and note is not null`);
  return new Map(rows.map((head) => [head.size, head]));
}
