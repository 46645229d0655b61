/**
 * `tsx server/src/platform/database/schema-cli.ts --check | --write`: applies every migration and function to a new temporary PostgreSQL and compares
 * the resulting schema with server/schema.sql, or writes it there. A difference exits with 1.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from './db.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { dumpSchema } from './schema-dump.ts';
import { pinoLog, systemClock as clock } from '../process/system-ports.ts';

const FILE = join(import.meta.dirname, '../../../schema.sql');

async function freshDump(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairpot-schema-'));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, clock, log: pinoLog('error', process.stderr), durable: false });
  try {
    await migrate(server.url('postgres'), clock.now());
    const db = openPool({ url: server.url('postgres'), maxConnections: 1 });
    const dump = await dumpSchema(db);
    await db.close();
    return dump;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The first line that differs, for the message. */
function firstDifference(expected: string, found: string): string {
  const [a, b] = [expected.split('\n'), found.split('\n')];
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at < 0 ? a.length : at;
  return `line ${line + 1}: the file has "${a[line] ?? ''}", the migrations and functions make "${b[line] ?? ''}"`;
}

const [mode] = process.argv.slice(2);
if (mode !== '--check' && mode !== '--write') {
  process.stderr.write('usage: tsx server/src/platform/database/schema-cli.ts --check | --write\n');
  process.exit(2);
}
const dump = await freshDump();
if (mode === '--write') {
  writeFileSync(FILE, dump);
} else {
  const file = readFileSync(FILE, 'utf8');
  if (file !== dump) {
    process.stderr.write(`server/schema.sql has drifted, ${firstDifference(file, dump)}\nRun with --write.\n`);
    process.exit(1);
  }
}
