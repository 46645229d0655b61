/**
 * GET /api/health (the process lives) and /api/ready (it can serve: database, relay), for load balancers and the
 * launcher. The beacon and the sweeps are told as information: games wait for a beacon, the site does not.
 */
import { drandRoundAt } from '@fairpot/fairness/schedule';
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import type { Clock } from './ports.ts';
import type { SweepHealth } from './sweeps.ts';
import { sql } from './sql.ts';

export interface Health {
  register(http: FastifyInstance): void;
}

export interface HealthParts {
  readonly deps: Pick<Deps, 'db' | 'gateways' | 'drandChain' | 'clock' | 'config'>;
  /** Real time, also in tests. */
  readonly pace: Clock;
  readonly relayPolledAt: () => number | null;
  readonly sweeps: () => Readonly<Record<string, SweepHealth>>;
}

const RELAY_SILENT_MS = 5_000;
const BEACON_EVERY_MS = 10_000;
const BEACON_TIMEOUT_MS = 1_500;

export function makeHealth(parts: HealthParts): Health {
  const beacon = beaconLook(parts);
  return {
    register(http) {
      http.get('/health', async () => ({ ok: true, mode: parts.deps.config.mode }));
      http.get('/ready', async (_request, reply) => {
        const database = await answers(parts);
        const polledAt = parts.relayPolledAt();
        const relay = polledAt !== null && parts.pace.now() - polledAt < RELAY_SILENT_MS;
        const ready = database && relay;
        // Migrations run before the server listens, so a server that answers has them.
        const told = { ready, database, migrated: true, relay, beacon: await beacon(), sweeps: parts.sweeps() };
        return reply.code(ready ? 200 : 503).send(told);
      });
    },
  };
}

async function answers({ deps }: HealthParts): Promise<boolean> {
  try {
    await deps.db.one(sql`select 1 as one`);
    return true;
  } catch {
    return false; // exactly what is asked: it does not answer
  }
}

/** Whether the beacon answered for its last round; asked at most every ten seconds. */
function beaconLook({ deps, pace }: HealthParts): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | null = null;
  const ask = async () => {
    const round = drandRoundAt(deps.clock.now(), deps.drandChain) - 1;
    const answer = await deps.gateways.beacons.drand(round, AbortSignal.timeout(BEACON_TIMEOUT_MS));
    return answer.kind === 'ready';
  };
  return () => {
    const now = pace.now();
    if (last === null || now - last.at >= BEACON_EVERY_MS) last = { at: now, answer: ask().catch(() => false) };
    return last.answer;
  };
}
