/**
 * The beacon's HTTP API: drand's v2 calls. Refuses rounds that are not due yet (404; 425 by fault), like the real service, and misbehaves on demand.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BaseClock } from '../kit/clock.ts';
import type { FaultBoard } from '../kit/faults.ts';
import { hang } from '../kit/service.ts';
import type { DrandBeacon } from './beacon.ts';

interface Deps {
  readonly beacon: DrandBeacon;
  readonly clock: BaseClock;
  readonly faults: FaultBoard;
}

export function drandRoutes(app: FastifyInstance, deps: Deps): void {
  const { chain } = deps.beacon;
  app.addHook('onRequest', async (_request, reply) => {
    // As the real service: pages of any site may read it.
    reply.header('access-control-allow-origin', '*');
    if (deps.faults.take('drand', '503') !== null) return reply.code(503).send({ error: 'Service Unavailable' });
    if (deps.faults.take('drand', 'hang') !== null) return hang(reply);
  });

  app.get('/v2/beacons/quicknet/info', async () => ({
    public_key: chain.publicKey,
    period: chain.periodMs / 1_000,
    genesis_time: chain.genesisMs / 1_000,
    genesis_seed: chain.genesisSeed,
    chain_hash: chain.chainHash,
    scheme: chain.scheme,
    beacon_id: chain.beaconId,
  }));
  app.get<{ Params: { round: string } }>('/v2/beacons/quicknet/rounds/:round', async (request, reply) =>
    answer(deps, request.params.round, reply),
  );
}

/** The requested round ("latest" or a number from 1), or an error body with the reply's status set. */
function answer(deps: Deps, asked: string, reply: FastifyReply) {
  const { beacon, clock, faults } = deps;
  const lateMs = (faults.take('drand', 'late')?.seconds ?? 0) * 1_000;
  const newest = beacon.roundAt(clock.now() - lateMs);
  const round = asked === 'latest' ? newest : readRound(asked);
  if (round === null) {
    reply.code(400);
    return { error: 'round is a whole number from 1, or "latest"' };
  }
  if (round > newest || round < 1) {
    reply.code(faults.take('drand', 'too-early-425') === null ? 404 : 425);
    return { error: 'round is not available yet' };
  }
  reply.header('cache-control', asked === 'latest' ? 'no-store' : 'public, max-age=604800, immutable');
  return { round, signature: signatureOf(deps, round, reply) };
}

/** The signature to serve; a faulty one must not be cached by anyone. */
function signatureOf({ beacon, faults }: Deps, round: number, reply: FastifyReply): string {
  if (faults.take('drand', 'wrong-signature') !== null) {
    reply.header('cache-control', 'no-store');
    return beacon.forge(round);
  }
  const old = faults.take('drand', 'old-signature');
  if (old === null) return beacon.sign(round);
  reply.header('cache-control', 'no-store');
  return beacon.sign(Math.max(1, round - old.back));
}

function readRound(text: string): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const round = Number(text);
  return Number.isSafeInteger(round) ? round : null;
}
