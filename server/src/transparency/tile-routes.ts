/**
 * The log as static files below /api/fair/log, exactly as in c2sp.org/tlog-tiles: checkpoint, tile/<L>/<N>[.p/<W>],
 * tile/entries/<N>[.p/<W>]. Any CDN may cache tiles permanently. Only what the published checkpoint covers is served.
 */
import { bundleBytes, bundlePath, TILE_WIDTH, tilePath } from '@fairpot/fairness/tree/tiles';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../platform/process/deps.ts';
import { RateLimiter } from '../platform/runner/rate-limit.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import type { Db } from '../platform/database/sql.ts';
import { currentHead, proofFile } from './queries.ts';
import { bodiesBetween } from './bodies.ts';
import { readTiles } from './store.ts';
import type { Watchers } from './witnesses/watchers.ts';
import { withLines } from './witnesses/witnessed.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const TEXT = 'text/plain; charset=utf-8';
const HASH_BYTES = 32;
/** Files per address: a whole log at 12,800 leaves a second, and no more. */
const LIMIT = { max: 1_000, perMs: 10_000 };

export function registerTiles(
  http: FastifyInstance,
  { db, reads, clock, config }: Pick<Deps, 'db' | 'reads' | 'clock' | 'config'>,
  watchers: Watchers,
): void {
  const limiter = new RateLimiter();
  const admit = async ({ address }: FastifyRequest) => {
    const seconds = config.rateLimits ? limiter.take(`log ${address}`, LIMIT, clock.now()) : 0;
    if (seconds > 0) refuse('RATE_LIMITED', { seconds });
  };
  const options = { onRequest: admit };
  http.get('/fair/log/checkpoint', options, async (_request, reply) => {
    const { note } = await withLines(db, watchers, await currentHead(db));
    return reply.type(TEXT).header('cache-control', 'no-cache').send(note);
  });
  http.get<{ Params: { '*': string } }>('/fair/log/tile/*', options, async (request, reply) =>
    sendFile(reply, await reads.read(db, null, (from) => tileFile(from, `tile/${request.params['*']}`))),
  );
  http.get<{ Params: { roundId: string; kind: string } }>(
    '/fair/log/proof/:roundId/:kind',
    options,
    async ({ params: { roundId, kind } }, reply) =>
      reply
        .type(TEXT)
        .header('content-disposition', `attachment; filename="${fileName(roundId)}-${fileName(kind)}.tlog-proof"`)
        .send(await proofFile(db, watchers, roundId, kind)),
  );
}

function fileName(text: string): string {
  return text.replace(/[^a-z0-9_-]/gi, '');
}

function sendFile(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  // Partial tiles too: the path gives the number of hashes, and those never change.
  return reply.type('application/octet-stream').header('cache-control', FOREVER).send(Buffer.from(bytes));
}

/** `index` and `width` count entries for level -1, hashes otherwise. */
interface RequestedFile {
  readonly level: number | 'entries';
  readonly index: number;
  readonly width: number;
}

/** The bytes of a tile or bundle; NOT_FOUND for any other path, and for anything beyond the published head. */
export async function tileFile(db: Db, path: string): Promise<Uint8Array> {
  const asked = readPath(path) ?? refuse('NOT_FOUND');
  const { size } = await currentHead(db);
  const level = asked.level === 'entries' ? 0 : asked.level;
  const end = asked.index * TILE_WIDTH + asked.width;
  if (end > Math.floor(size / TILE_WIDTH ** level)) return refuse('NOT_FOUND');
  if (asked.level === 'entries') return bundle(db, asked.index * TILE_WIDTH, end);
  const [tile] = await readTiles(db, [{ level, index: asked.index }]);
  invariant(tile && tile.hashes.length >= asked.width * HASH_BYTES, `${path} is missing`);
  return tile.hashes.subarray(0, asked.width * HASH_BYTES);
}

async function bundle(db: Db, from: number, to: number): Promise<Uint8Array> {
  return bundleBytes((await bodiesBetween(db, from, to)).map(utf8));
}

const PATH = /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Parses a path; null unless it has the one spelling of the format. */
function readPath(path: string): RequestedFile | null {
  const [, level, digits, wide] = PATH.exec(path) ?? [];
  if (level === undefined || digits === undefined) return null;
  const index = Number(digits.replace(/[x/]/g, ''));
  const width = wide === undefined ? TILE_WIDTH : Number(wide);
  const asked: RequestedFile = { level: level === 'entries' ? level : Number(level), index, width };
  const spelled = asked.level === 'entries' ? bundlePath(index, width) : tilePath({ level: asked.level, index, width });
  return spelled === path ? asked : null;
}
