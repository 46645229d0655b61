/** For tests: a directory on a real port, over a real database, for two cells. */
import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { formatVerifierKey, noteKey, publicKeyOf } from '@fairpot/fairness/tree/note';
import type { ClosablePool } from '@fairpot/server/platform/database/db';
import { pinoLog, systemClock } from '@fairpot/server/platform/process/system-ports';
import { lendDatabase } from '@fairpot/server/testing/databases';
import type { ListedCell } from './config.ts';
import { makeDirectory } from './routes.ts';
import { prepareTable } from './store.ts';

/** A listed cell with what only the cell itself has. */
export interface TestCell extends ListedCell {
  readonly key: string;
  readonly logSeed: Uint8Array;
}

export function testCell(name: string, origin = `https://${name}.example`): TestCell {
  const [key, logSeed] = [randomBytes(32).toString('hex'), randomBytes(32)];
  const logKey = formatVerifierKey(noteKey(`${name}.example/log`, publicKeyOf(logSeed)));
  return { name, origin, logKey, keySha256: createHash('sha256').update(key).digest('hex'), key, logSeed };
}

export interface TestDirectory {
  readonly url: string;
  readonly db: ClosablePool;
  /** Closes the port; the next `start` opens it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openDirectory(
  cells: readonly ListedCell[],
  policy: string | null = null,
): Promise<TestDirectory> {
  const database = await lendDatabase();
  const db = database.pool('owner', 8);
  await prepareTable(db);
  let port = 0;
  const listen = async () => {
    const log = pinoLog('silent', process.stderr);
    const http = makeDirectory({ db, clock: systemClock, log, config: { cells, policy } });
    await http.listen({ host: '127.0.0.1', port });
    ({ port } = http.server.address() as AddressInfo);
    return http;
  };
  let http = await listen();
  return {
    url: `http://127.0.0.1:${port}`,
    db,
    stop: () => http.close(),
    start: async () => {
      http = await listen();
    },
    close: async () => {
      await http.close();
      await database.drop();
    },
  };
}
