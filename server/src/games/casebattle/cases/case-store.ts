/**
 * SQL of cases and their drop tables. Invariant: a table is written once, whole, with its leaf. A battle refers to a version, so
 * nothing here can change an open battle.
 */
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db, type Tx } from '../../../platform/database/sql.ts';

/** A version of a case. */
export interface CaseRef {
  readonly caseId: string;
  readonly version: number;
}

export interface CaseRow extends CaseRef {
  readonly name: string;
  readonly colorHex: string;
  readonly priceCents: Cents;
  readonly returnBps: number;
  readonly weightTotal: number;
}

export interface DropRow {
  /** Slug of the item type. */
  readonly type: string;
  readonly weight: number;
  /** Worth when the table was published. */
  readonly cents: Cents;
}

/** A case with its drops, in the order of the lock's table. */
export interface CaseWithDrops extends CaseRow {
  readonly drops: readonly DropRow[];
}

/** The name of a version, as in locks and in the public log. */
export function tableName({ caseId, version }: CaseRef): string {
  return `${caseId}@${version}`;
}

const caseColumns = sql`
  t.case_id as "caseId", t.version, t.name, t.color_hex as "colorHex", t.price_cents as "priceCents",
  t.return_bps as "returnBps", t.weight_total as "weightTotal"`;

const dropsColumn = sql`
  (select json_agg(json_build_object('type', i.item_type, 'weight', i.weight, 'cents', i.cents) order by i.no)
    from case_table_items i where i.case_id = t.case_id and i.version = t.version) as drops`;

/** Every case that can be opened now, most expensive first. */
export function offeredCases(db: Db): Promise<CaseWithDrops[]> {
  return db.many<CaseWithDrops>(sql`
    select ${caseColumns}, ${dropsColumn}
    from cases c join case_tables t on t.case_id = c.id and t.version = c.version
    where c.retired_at is null order by t.price_cents desc, t.case_id`);
}

/** The offered versions of these cases, in no order; unknown and retired ones are left out. */
export function offeredByIds(db: Db, ids: readonly string[]): Promise<CaseRow[]> {
  return db.many<CaseRow>(sql`
    select ${caseColumns} from cases c join case_tables t on t.case_id = c.id and t.version = c.version
    where c.retired_at is null and c.id = any(${[...new Set(ids)]}::text[])`);
}

/** Faces of versions, by name. */
export async function casesByRefs(db: Db, refs: readonly CaseRef[]): Promise<ReadonlyMap<string, CaseRow>> {
  const rows = await db.many<CaseRow>(sql`select ${caseColumns} from case_tables t ${among(refs)}`);
  return new Map(rows.map((row) => [tableName(row), row]));
}

/** Versions with their drops, by name. */
export async function tablesByRefs(db: Db, refs: readonly CaseRef[]): Promise<ReadonlyMap<string, CaseWithDrops>> {
  const rows = await db.many<CaseWithDrops>(
    sql`select ${caseColumns}, ${dropsColumn} from case_tables t ${among(refs)}`,
  );
  return new Map(rows.map((row) => [tableName(row), row]));
}

const among = (refs: readonly CaseRef[]) => sql`
  where (t.case_id, t.version) in (
    select r."caseId", r.version
    from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as r ("caseId" text, version integer))`;

/**
 * Locks a case, creating a new one with version 1 and no table: other publishers of the same case wait. Returns the version that is
 * or was offered last; null for a case that was never published.
 */
export async function lockCase(tx: Tx, caseId: string): Promise<CaseWithDrops | null> {
  await tx.run(sql`insert into cases (id, version) values (${caseId}, 1) on conflict (id) do nothing`);
  const { version } = await tx.one<{ version: number }>(sql`
    select version from cases where id = ${caseId} for update`);
  return (await tablesByRefs(tx, [{ caseId, version }])).get(tableName({ caseId, version })) ?? null;
}

/** Writes a version and offers it from now on; `lockCase` holds the case. */
export async function insertTable(
  tx: Tx,
  table: CaseWithDrops,
  { by, at }: { readonly by: string; readonly at: number },
): Promise<void> {
  const { caseId, version } = table;
  await tx.run(sql`
    insert into case_tables (case_id, version, name, color_hex, price_cents, return_bps, weight_total, published_at,
      published_by)
    values (${caseId}, ${version}, ${table.name}, ${table.colorHex}, ${table.priceCents}, ${table.returnBps},
      ${table.weightTotal}, ${at}, ${by})`);
  await tx.run(sql`
    insert into case_table_items (case_id, version, no, item_type, weight, cents)
    select ${caseId}, ${version}, d.no, d.type, d.weight, d.cents
    from jsonb_to_recordset(${JSON.stringify(table.drops.map((drop, no) => ({ ...drop, no })))}::jsonb)
      as d (no smallint, type text, weight bigint, cents bigint)`);
  await offerVersion(tx, table);
}

/** Offers an existing version; true when the case was not offered until now. */
export async function offerVersion(tx: Tx, { caseId, version }: CaseRef): Promise<boolean> {
  const { retired } = await tx.one<{ retired: boolean }>(sql`
    select retired_at is not null as retired from cases where id = ${caseId}`);
  await tx.run(sql`update cases set version = ${version}, retired_at = null where id = ${caseId}`);
  return retired;
}

/** The version that was offered until now; null when the case was not. */
export async function retireVersion(tx: Tx, caseId: string, at: number): Promise<number | null> {
  const row = await tx.maybe<{ version: number }>(sql`
    update cases set retired_at = ${at} where id = ${caseId} and retired_at is null returning version`);
  return row?.version ?? null;
}
