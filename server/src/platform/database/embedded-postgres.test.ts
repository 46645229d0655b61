import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, chmodSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailable, openPool } from './db.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { pinoLog, systemClock } from '../process/system-ports.ts';
import { sql } from './sql.ts';

const log = pinoLog('silent');
const clock = systemClock;
let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairpot-embedded-'));
  chmodSync(dataDir, 0o755);
});

afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function until(what: () => Promise<boolean> | boolean, withinMs = 15_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await what())) {
    if (Date.now() > end) throw new Error('timed out');
    await clock.sleep(50);
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('starts on an empty folder, durable, reachable by its socket only', async () => {
    running = await startEmbeddedPostgres({ dataDir, clock, log });
    const client = new Client({ connectionString: running.url('postgres') });
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'synchronous_commit', 'listen_addresses', 'full_page_writes') order by name`,
    );
    const { rows: memory } = await client.query<{ mb: number }>(
      `select (setting::bigint * 8 / 1024)::integer as mb from pg_settings where name = 'shared_buffers'`,
    );
    const eighth = Math.floor(totalmem() / 8 / 1_048_576);
    expect(memory[0]?.mb).toBeGreaterThanOrEqual(128);
    // A memory limit of this process (a container's) may lower it.
    expect(memory[0]?.mb).toBeLessThanOrEqual(Math.max(128, Math.min(1_024, eighth)));
    await client.query('create table kept (n integer)');
    await client.query('insert into kept values (1)');
    await client.end();
    expect(rows.map((r) => `${r.name}=${r.setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'listen_addresses=',
      'synchronous_commit=on',
    ]);
  });

  test('refuses a second owner of the same folder', async () => {
    await expect(startEmbeddedPostgres({ dataDir, clock, log })).rejects.toThrow('Another Fairpot server');
  });

  test('restarts after kill -9: committed data is there, the pool recovers', async () => {
    const pool = openPool({ url: running?.url('postgres') ?? '' });
    expect(await pool.one(sql`select n from kept`)).toEqual({ n: 1 });
    const pid = running?.pid() ?? 0;
    process.kill(pid, 'SIGKILL');
    let refused = 0;
    await until(async () => {
      try {
        await pool.one(sql`select n from kept`);
        return running?.pid() !== pid;
      } catch (error) {
        expect(error).toBeInstanceOf(DatabaseUnavailable);
        refused += 1;
        return false;
      }
    });
    expect(refused).toBeGreaterThan(0);
    await pool.close();
  });

  test('stops cleanly and restarts on existing data, even with a pid file that names another process', async () => {
    await running?.stop();
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n`);
    running = await startEmbeddedPostgres({ dataDir, clock, log });
    const pool = openPool({ url: running.url('postgres') });
    expect(await pool.many(sql`select n from kept`)).toEqual([{ n: 1 }]);
    await pool.close();
  });

  test('ends when its owner is killed with -9, and the next owner starts', async () => {
    await running?.stop();
    const owner = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, '../../../testing/pg-owner.ts')],
      {
        env: { ...process.env, FAIRPOT_DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const pid = await new Promise<number>((resolve) => {
      owner.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    });
    expect(alive(pid)).toBe(true);
    owner.kill('SIGKILL');
    running = await startEmbeddedPostgres({ dataDir, clock, log });
    await until(() => !alive(pid));
    const pool = openPool({ url: running.url('postgres') });
    expect(await pool.many(sql`select n from kept`)).toEqual([{ n: 1 }]);
    await pool.close();
  });

  test('gets a short socket folder when the path is too long', async () => {
    const long = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
    const other = await startEmbeddedPostgres({ dataDir: long, clock, log, durable: false });
    const pool = openPool({ url: other.url('postgres') });
    expect(await pool.one(sql`select 1 as one`)).toEqual({ one: 1 });
    await pool.close();
    await other.stop();
  });

  test.runIf(process.getuid?.() === 0)(
    'as root, in a folder that no other user may enter, it uses another folder',
    async () => {
      const hidden = mkdtempSync(join(tmpdir(), 'fairpot-hidden-'));
      const other = await startEmbeddedPostgres({ dataDir: hidden, clock, log, durable: false });
      const home = decodeURIComponent(other.url('postgres')).split('host=')[1] ?? '';
      const pool = openPool({ url: other.url('postgres') });
      expect(await pool.one(sql`select 1 as one`)).toEqual({ one: 1 });
      expect(home.startsWith('/var/lib/fairpot/')).toBe(true);
      await pool.close();
      await other.stop();
      rmSync(dirname(home), { recursive: true, force: true });
    },
  );
});
