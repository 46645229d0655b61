/**
 * GET /api/health (the process lives) and /api/ready (it can serve: the database answers, takes writes and has the functions and tables of this
 * version, the relay runs, the server is not stopping), for load balancers and the launcher. Beacon, sweeps and feature reports are information only:
 * games wait for a beacon, the site does not. The same holds for a forgotten transaction that blocks the live channel (`degraded`): every node on the
 * database sees the same one, so a 503 would take down the whole site, which still answers every call.
 */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../process/deps.ts';
import type { Feature } from '../runner/feature.ts';
import { cachedWriteCheck } from './health-writes.ts';
import type { HorizonHolder } from '../live/horizon.ts';
import { RESTING_POLL_MS } from '../live/relay.ts';
import type { Clock } from '../process/ports.ts';
import type { SweepHealth } from '../runner/sweeps.ts';
import { MARK, markOf } from '../database/mark.ts';
import { MARK_BEFORE } from '../database/version-before.ts';
import { readSqlFiles } from '../database/sql-files.ts';
import { sql } from '../database/sql.ts';
import { clockOffset, clockTrouble } from '../process/beacon-clock.ts';

export interface Health {
  register(http: FastifyInstance): void;
}

export interface HealthParts {
  readonly deps: Pick<Deps, 'db' | 'gateways' | 'drandChain' | 'clock' | 'config' | 'log'>;
  /** Real time, also in tests. */
  readonly pace: Clock;
  readonly relayPolledAt: () => number | null;
  /** The open transaction that the live channel waits for, if there is one. */
  readonly holder: () => HorizonHolder | null;
  readonly sweeps: () => Readonly<Record<string, SweepHealth>>;
  /** Whether the server is stopping. */
  readonly draining: () => boolean;
  /** What features report about themselves. */
  readonly features: readonly Pick<Feature, 'readyInfo'>[];
}

/** Longer than the relay's own rests. */
const RELAY_SILENT_MS = RESTING_POLL_MS + 2_000;
const BEACON_EVERY_MS = 10_000;
const BEACON_TIMEOUT_MS = 1_500;

export function makeHealth(parts: HealthParts): Health {
  const beacon = cachedCheck(parts, drandAnswers);
  const ours = markOf(readSqlFiles());
  const writesAnswer = cachedWriteCheck({ db: parts.deps.db, pace: parts.pace });
  return {
    register(http) {
      http.get('/health', async () => ({ ok: true, mode: parts.deps.config.mode }));
      http.get('/ready', async (_request, reply) => {
        const draining = parts.draining();
        const database = await answers(parts);
        const writes = database && (await writesAnswer());
        const migrated = database && (await hasOurSchema(parts, ours));
        const polledAt = parts.relayPolledAt();
        const relay = polledAt !== null && parts.pace.now() - polledAt < RELAY_SILENT_MS;
        const holder = parts.holder();
        const ready = !draining && database && writes && migrated && relay;
        const degraded = holder !== null;
        const state = { ready, degraded, draining, database, writes, migrated, relay, holder };
        const beaconInfo = { beacon: await beacon(), ...(await clockInfo(parts.deps)) };
        const features = database ? await featureInfo(parts) : {};
        return reply.code(ready ? 200 : 503).send({ ...state, ...beaconInfo, ...features, sweeps: parts.sweeps() });
      });
    },
  };
}

async function answers({ deps }: HealthParts): Promise<boolean> {
  try {
    await deps.db.one(sql`select 1 as one`);
    return true;
  } catch {
    return false; // the result itself: the database does not answer
  }
}

/** False if another version has migrated since, unless it is the next one and left everything usable for this one. */
async function hasOurSchema({ deps }: HealthParts, ours: string): Promise<boolean> {
  try {
    const text = `select ${MARK} as mark, ${MARK_BEFORE} as before`;
    const { mark, before } = await deps.db.one<Record<'mark' | 'before', string | null>>({ text, values: [] });
    return mark === ours || before === ours;
  } catch {
    return false; // as in `answers`
  }
}

/** Information only: a feature that cannot report does not stop the server from serving. */
async function featureInfo({ features, deps }: HealthParts): Promise<object> {
  const infos = features.map(async (feature) => {
    try {
      return (await feature.readyInfo?.()) ?? {};
    } catch (error) {
      deps.log.warn({ err: error }, 'feature report for /api/ready failed');
      return {};
    }
  });
  return Object.assign({}, ...(await Promise.all(infos))) as object;
}

type CheckDeps = HealthParts['deps'];

/** Whether the beacon answers. */
async function drandAnswers({ gateways }: CheckDeps, signal: AbortSignal): Promise<boolean> {
  return (await gateways.beacons.newest(signal)) !== null;
}

/**
 * Compares this clock with the beacon's newest round. `clockOffsetMs`: positive if ahead. Also the reason, as text, why this node refuses last
 * stakes; null while both agree. Both null when the beacon is away.
 */
async function clockInfo({ gateways, clock, drandChain }: CheckDeps) {
  const newest = await gateways.beacons.newest(AbortSignal.timeout(BEACON_TIMEOUT_MS));
  if (newest === null) return { clock: null, clockOffsetMs: null };
  const now = clock.now();
  return { clock: clockTrouble(newest, now, drandChain), clockOffsetMs: clockOffset(newest, now, drandChain) };
}

/** Queries at most every ten seconds. */
function cachedCheck(
  { deps, pace }: HealthParts,
  answers: (deps: CheckDeps, signal: AbortSignal) => Promise<boolean>,
): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | null = null;
  return () => {
    const now = pace.now();
    if (last === null || now - last.at >= BEACON_EVERY_MS) {
      last = { at: now, answer: answers(deps, AbortSignal.timeout(BEACON_TIMEOUT_MS)).catch(() => false) };
    }
    return last.answer;
  };
}
