/** A published tree as files, /api/fair/solvency/tile/<number>/<level>/<index>: any CDN may cache them forever. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../platform/process/deps.ts';
import { RateLimiter, type RateLimit } from '../platform/runner/rate-limit.ts';
import { refuse } from '../platform/runner/refused.ts';
import { readTile } from './store.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** Files per address: the tree of a hundred thousand players within seconds. */
const LIMIT = { max: 1_000, perMs: 10_000 };
const PLACE = /^([1-9]\d{0,14})\/(\d)\/(0|[1-9]\d{0,9})$/;

export function registerSolvencyTiles(
  http: FastifyInstance,
  { db, reads, clock, config }: Pick<Deps, 'db' | 'reads' | 'clock' | 'config'>,
  limit: RateLimit = LIMIT,
): void {
  const limiter = new RateLimiter();
  http.get<{ Params: { '*': string } }>('/fair/solvency/tile/*', async ({ params, address }, reply) => {
    const seconds = config.rateLimits ? limiter.take(`solvency ${address}`, limit, clock.now()) : 0;
    if (seconds > 0) refuse('RATE_LIMITED', { seconds });
    const [, number, level, index] = PLACE.exec(params['*']) ?? refuse('NOT_FOUND');
    const tile = await reads.read(
      db,
      null,
      async (from) => (await readTile(from, Number(number), Number(level), Number(index))) ?? refuse('NOT_FOUND'),
    );
    return reply.type('application/octet-stream').header('cache-control', FOREVER).send(tile);
  });
}
