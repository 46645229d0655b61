/**
 * SQL of the nightly reports: their rows, and the claim that lets one node at a time make one (0006_transparency.sql).
 */
import type { LogReport } from '@fairpot/contract/log/schemas';
import { sql, type Db } from '../../platform/database/sql.ts';

/** A report to be written. */
export type NewReport = Omit<LogReport, 'id' | 'head'> & {
  readonly head: { readonly size: number; readonly root: Uint8Array } | null;
};

export interface ReportRow {
  readonly id: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly verdict: LogReport['verdict'];
  readonly size: number | null;
  readonly root: Buffer | null;
  readonly settled: number;
  readonly cancelled: number;
  readonly voided: number;
  readonly scripted: number;
  readonly running: number;
  readonly simulated: boolean;
  readonly found: number;
  readonly findings: LogReport['findings'];
  readonly why: string | null;
}

const columns = sql`id, started_at as "startedAt", ended_at as "endedAt", verdict, size, root, settled, cancelled,
  voided,
  scripted, running, simulated, found, findings, why`;

/** Newest first, below `before` if given. */
export function reportsBefore(db: Db, before: number | null, limit: number): Promise<ReportRow[]> {
  const older = before === null ? sql`` : sql`where id < ${before}`;
  return db.many<ReportRow>(sql`select ${columns} from log_reports ${older} order by id desc limit ${limit}`);
}

export function newestReport(db: Db): Promise<ReportRow | undefined> {
  return db.maybe<ReportRow>(sql`select ${columns} from log_reports order by id desc limit 1`);
}

/** Takes the claim if it is free or has expired: true when this node has it now. */
export async function claim(db: Db, token: string, now: number, until: number): Promise<boolean> {
  const changed = await db.run(sql`
    update log_report_claim set token = ${token}, until = ${until} where token is null or until <= ${now}`);
  return changed === 1;
}

/** Extends the claim; false when another node has taken it over. */
export async function claimLonger(db: Db, token: string, until: number): Promise<boolean> {
  return (await db.run(sql`update log_report_claim set until = ${until} where token = ${token}`)) === 1;
}

/** Releases the claim, if it is still this node's. */
export async function unclaim(db: Db, token: string): Promise<void> {
  await db.run(sql`update log_report_claim set token = null, until = 0 where token = ${token}`);
}

/** Writes the report and releases the claim, in one statement; false, and nothing written, when another node has it. */
export async function writeReport(db: Db, token: string, report: NewReport): Promise<boolean> {
  const { startedAt, endedAt, verdict, head, rounds, simulated, found, findings, why } = report;
  const root = head === null ? null : Buffer.from(head.root);
  const written = await db.run(sql`
    with mine as (update log_report_claim set token = null, until = 0 where token = ${token} returning one)
    insert into log_reports (started_at, ended_at, verdict, size, root, settled, cancelled, voided, scripted, running,
      simulated, found, findings, why)
    select ${startedAt}::bigint, ${endedAt}::bigint, ${verdict}, ${head?.size ?? null}::bigint, ${root}::bytea,
      ${rounds.settled}::bigint, ${rounds.cancelled}::bigint, ${rounds.voided}::bigint, ${rounds.scripted}::bigint,
      ${rounds.running}::bigint, ${simulated}::boolean, ${found}::bigint, ${JSON.stringify(findings)}::jsonb,
      ${why}::text
    from mine`);
  return written === 1;
}

/** When the log's first head was made, in epoch ms; null before the first publication. */
export async function firstHeadAt(db: Db): Promise<number | null> {
  const first = await db.maybe<{ at: number }>(sql`
    select at from log_heads where published_at is not null order by size limit 1`);
  return first?.at ?? null;
}

/** Published heads of more than `from` leaves and at most `to`, smallest first. */
export function headsBetween(db: Db, from: number, to: number): Promise<{ size: number; root: Buffer }[]> {
  return db.many(sql`
    select size, root from log_heads
    where published_at is not null and size > ${from} and size <= ${to} order by size`);
}
