/**
 * The nightly verification of the public log by the site itself; its findings are public.
 *
 * A sweep of every node: the node with the claim runs it and keeps extending the claim. A claim left by a dead node is
 * taken over after two minutes, and the run starts over. Invariant: a report is written once, by the node that holds
 * the claim, and never changes.
 */
import type { listLogReports, LogReport } from '@fairpot/contract/log/schemas';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import type { Deps } from '../../platform/process/deps.ts';
import type { QueryHandler, Sweep } from '../../platform/runner/feature.ts';
import type { Db } from '../../platform/database/sql.ts';
import { nextRunAt } from './report-rules.ts';
import { verifyPublishedLog, type LogRunResult } from './report-run.ts';
import {
  claim,
  claimLonger,
  firstHeadAt,
  newestReport,
  reportsBefore,
  unclaim,
  writeReport,
  type NewReport,
  type ReportRow,
} from './report-store.ts';

const LOOK_EVERY_MS = 60_000;
/** How long a dead node blocks the others. */
export const CLAIM_MS = 120_000;
const CLAIM_AGAIN_MS = 20_000;
const REPORTS_PAGE = 10;
/** Findings in a log line. */
const FINDINGS_LOGGED = 5;

/** Reports, newest first. */
export const reports: QueryHandler<typeof listLogReports> = async ({ db }, { before, limit = REPORTS_PAGE }) => {
  const found = await reportsBefore(db, before ?? null, limit + 1);
  const page = found.slice(0, limit);
  return { reports: page.map(presentReport), next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
};

/** The newest report's verdict, for staff and monitoring (GET /api/ready). */
export async function lastVerified(db: Db): Promise<{ publicLog: object | null }> {
  const last = await newestReport(db);
  return { publicLog: last ? { verdict: last.verdict, found: last.found, verifiedAt: last.endedAt } : null };
}

function presentReport(row: ReportRow): LogReport {
  const { id, startedAt, endedAt, verdict, size, root, simulated, found, findings, why } = row;
  const { settled, cancelled, voided, scripted, running } = row;
  return {
    id,
    startedAt,
    endedAt,
    verdict,
    simulated,
    found,
    findings,
    why,
    head: size === null || root === null ? null : { size, root: toBase64(root) },
    rounds: { settled, cancelled, voided, scripted, running },
  };
}

export interface NightlyParts {
  readonly deps: Pick<Deps, 'db' | 'config' | 'drandChain' | 'clock' | 'random' | 'log'>;
  readonly key: () => Promise<string>;
  /** Called before each page of a run with the number of leaves read. */
  readonly onPage?: (leaves: number) => Promise<void> | void;
}

export function nightlySweep(parts: NightlyParts): Sweep {
  return {
    name: 'transparency.nightly',
    everyMs: LOOK_EVERY_MS,
    run: async (signal) => ((await verifyTonight(parts, signal)) ? 1 : 0),
  };
}

/** Verifies the log when that is due and no other node is running; returns whether a report was written. */
async function verifyTonight(parts: NightlyParts, signal: AbortSignal): Promise<boolean> {
  const { db, clock, random } = parts.deps;
  if (!(await isDue(db, clock.now()))) return false;
  const token = Buffer.from(random.bytes(16)).toString('hex');
  if (!(await claim(db, token, clock.now(), clock.now() + CLAIM_MS))) return false;
  try {
    // Another node may have ended its run since the first check.
    return (await isDue(db, clock.now())) && (await report(parts, token, signal));
  } finally {
    await unclaim(db, token);
  }
}

async function isDue(db: Db, now: number): Promise<boolean> {
  const first = await firstHeadAt(db);
  if (first === null) return false;
  const last = await newestReport(db);
  return now >= nextRunAt(last ? { ...last, failed: last.verdict === 'failed' } : null, first);
}

async function report(parts: NightlyParts, token: string, signal: AbortSignal): Promise<boolean> {
  const { db, clock, log } = parts.deps;
  const startedAt = clock.now();
  const ended = await judged(parts, token, signal);
  if (ended === null) return false;
  const written: NewReport = { startedAt, endedAt: Math.max(startedAt, clock.now()), ...ended };
  if (!(await writeReport(db, token, written))) return false;
  logResult(log, written);
  return true;
}

type RunOutcome = Omit<NewReport, 'startedAt' | 'endedAt'>;

/** The outcome of the run; null when this node lost the claim, or the server stops. */
async function judged(parts: NightlyParts, token: string, signal: AbortSignal): Promise<RunOutcome | null> {
  const { deps } = parts;
  const lost = new AbortController();
  let claimedAt = deps.clock.now();
  const onPage = async (leaves: number) => {
    await parts.onPage?.(leaves);
    const now = deps.clock.now();
    if (now - claimedAt < CLAIM_AGAIN_MS) return;
    if (!(await claimLonger(deps.db, token, now + CLAIM_MS))) lost.abort(new Error('another node took over the run'));
    lost.signal.throwIfAborted();
    claimedAt = now;
  };
  try {
    const before = await lastHead(deps.db);
    const stop = AbortSignal.any([signal, lost.signal]);
    return endedWith(await verifyPublishedLog({ deps, key: await parts.key(), before, signal: stop, onPage }));
  } catch (error) {
    if (signal.aborted || lost.signal.aborted) return null;
    return failedWith(error);
  }
}

/** The head of the newest report. */
async function lastHead(db: Db): Promise<{ size: number; root: Uint8Array } | null> {
  const last = await newestReport(db);
  return last === undefined || last.size === null || last.root === null ? null : { size: last.size, root: last.root };
}

function endedWith(judgement: LogRunResult): RunOutcome {
  return { ...judgement, verdict: judgement.found === 0 ? 'holds' : 'findings', why: null };
}

const NOTHING = { rounds: { settled: 0, cancelled: 0, voided: 0, scripted: 0, running: 0 }, found: 0, findings: [] };

function failedWith(error: unknown): RunOutcome {
  const why = (error instanceof Error ? error.message : String(error)).slice(0, 400);
  return { verdict: 'failed', head: null, simulated: false, ...NOTHING, why: why || 'unknown error' };
}

/** The log line that alerts staff (docs/runbook.md). */
function logResult(log: Deps['log'], { verdict, head, found, findings, why, rounds }: NewReport): void {
  const fields = { verdict, leaves: head?.size ?? null, found, rounds };
  if (verdict === 'findings')
    log.error(
      { ...fields, findings: findings.slice(0, FINDINGS_LOGGED) },
      'INCIDENT: the public log does not hold; the report is public',
    );
  else if (verdict === 'failed') log.error({ ...fields, why }, 'nightly verification of the public log failed');
  else log.info(fields, 'public log verified, it holds');
}
