/**
 * The directory over HTTP: the list of cells for everyone, homes for cells only. A cell proves itself by its key in the Authorization header.
 *
 * Invariant: a person's home changes hands by nothing but a document that the home signed.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Cell, CellList, Home } from '@fairpot/contract/wire/directory.schemas';
import { SteamId } from '@fairpot/contract/wire/ids.schemas';
import type { MoveNote } from '@fairpot/contract/wire/move-note';
import type { Db } from '@fairpot/server/platform/database/sql';
import type { Clock, Log } from '@fairpot/server/platform/process/ports';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { DirectoryConfig, ListedCell } from './config.ts';
import { openMoveNote } from '@fairpot/server/platform/moves/open-note';
import { claimHome, findHome, moveHome, type HomeRow } from './store.ts';

export interface DirectoryParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<DirectoryConfig, 'cells' | 'policy'>;
}

const MOST_BYTES = 64 * 1024;
const REQUEST_MS = 5_000;

/** An answer that is not 200, with its reason as text. */
class Denied extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, why: string) {
    super(why);
    this.statusCode = statusCode;
  }
}

export function makeDirectory({ db, clock, log, config }: DirectoryParts): FastifyInstance {
  const http = fastify({ bodyLimit: MOST_BYTES, requestTimeout: REQUEST_MS, forceCloseConnections: true });
  const homeFor = (asking: Cell, { cell: name, moves }: HomeRow): Home => {
    const cell = config.cells.find((each) => each.name === name);
    if (cell === undefined) throw new Error(`a home is at ${name}, which is not among the cells`);
    return { cell: publicCell(cell), isHere: cell.name === asking.name, moves };
  };

  http.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    const { statusCode = 500, message } = error;
    if (statusCode >= 500) log.error({ err: error, path: request.routeOptions.url }, 'directory call failed');
    return reply.code(statusCode).send({ why: statusCode >= 500 ? 'the directory failed' : message });
  });
  http.get('/health', async () => {
    await findHome(db, '');
    return { ok: true };
  });
  http.get('/cells', (): CellList => ({ cells: config.cells.map(publicCell), policy: config.policy }));
  http.get('/homes/:steamid', async (request): Promise<Home> => {
    const asking = cellOf(request, config.cells);
    const home = await findHome(db, read(SteamId, (request.params as { steamid: string }).steamid));
    if (home === undefined) throw new Denied(404, 'this person has no home');
    return homeFor(asking, home);
  });
  http.post('/homes', async (request): Promise<Home> => {
    const asking = cellOf(request, config.cells);
    const { steamid } = read(z.strictObject({ steamid: SteamId }), request.body);
    return homeFor(asking, await claimHome(db, steamid, asking.name, clock.now()));
  });
  http.post('/homes/move', async (request): Promise<Home> => {
    const asking = cellOf(request, config.cells);
    const { note } = read(z.strictObject({ note: z.string() }), request.body);
    const move = openMove(note, config.cells);
    if (move.to !== asking.name) throw new Denied(403, 'this move leads to another cell');
    if (!(await moveHome(db, move))) throw new Denied(409, 'this person is not at home there any more');
    return homeFor(asking, { cell: move.to, moves: move.number + 1 });
  });
  return http;
}

/** The move that its home has signed. */
function openMove(note: string, cells: readonly ListedCell[]): MoveNote {
  try {
    return openMoveNote(note, cells);
  } catch (error) {
    throw new Denied(403, error instanceof Error ? error.message : String(error));
  }
}

function publicCell({ name, origin, logKey }: Cell): Cell {
  return { name, origin, logKey };
}

/** The cell whose key the request carries. Compares with every cell's, each in constant time. */
function cellOf(request: FastifyRequest, cells: readonly ListedCell[]): ListedCell {
  const [, key = ''] = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '') ?? [];
  const digest = createHash('sha256').update(key).digest();
  const [cell] = cells.filter(({ keySha256 }) => timingSafeEqual(Buffer.from(keySha256, 'hex'), digest));
  if (cell === undefined) throw new Denied(401, 'no cell has this key');
  return cell;
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Denied(400, z.prettifyError(parsed.error));
  return parsed.data;
}
