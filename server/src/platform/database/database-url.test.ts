import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../process/config.ts';
import { openDatabase } from './database.ts';
import { databaseHost } from './database-url.ts';
import { socketFolderOf } from './postgres-home.ts';
import { sql } from './sql.ts';
import { pinoLog, systemClock } from '../process/system-ports.ts';

describe('the target of a URL', () => {
  test.each([
    ['postgres://u@/db?host=/sock', '/sock'],
    ['postgresql://u:p@/db?host=%2Fsock', '/sock'],
    ['postgres:///db?host=/sock', '/sock'],
    ['postgres://u@%2Fsock/db', '/sock'],
    ['postgres://u@elsewhere/db?host=/sock', '/sock'],
    ['postgres://u:p@db.example:5432/db?sslmode=require', 'db.example'],
    ['postgres://u@/db', 'localhost'],
  ])('%s: %s', (url, host) => {
    expect(databaseHost(url)).toBe(host);
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test.each(['mysql://u@/db?host=/sock', 'u@/db', 'postgres:db', 'postgres://u@%zz/db', 'postgres://a b/db'])(
    '%s: no target',
    (url) => {
      expect(databaseHost(url)).toBeNull();
      expect(() => readConfig({ DATABASE_URL: url })).toThrow('DATABASE_URL: is not a postgres:// URL');
    },
  );
});

describe('the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-url-'));
  chmodSync(folder, 0o755);
  const log = pinoLog('silent');
  const open = (env: Record<string, string>) =>
    openDatabase(readConfig({ FAIRPOT_DATA_DIR: join(folder, 'data'), ...env }), systemClock, log);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is also found by its socket URL: started when it is down, shared when it runs', async () => {
    const first = await open({});
    await first.db.run(sql`insert into meta (key, value) values ('mark', 'embedded')`);
    const socket = socketFolderOf(join(folder, 'data')) ?? '';
    const url = `postgres://fairpot@/postgres?host=${socket}`;
    const second = await open({ DATABASE_URL: url });
    const mark = sql`select value from meta where key = 'mark'`;
    expect(await second.db.one(mark)).toEqual({ value: 'embedded' });
    // Closing a shared handle leaves the server running.
    await second.close();
    expect(await first.db.one(mark)).toEqual({ value: 'embedded' });
    await first.close();

    symlinkSync(socket, join(folder, 'link'));
    const alone = await open({ DATABASE_URL: `postgres:///postgres?user=fairpot&host=${join(folder, 'link')}` });
    expect(await alone.db.one(mark)).toEqual({ value: 'embedded' });
    await alone.close();
  }, 60_000);

  test("is not found by another server's socket", async () => {
    await expect(open({ DATABASE_URL: `postgres://fairpot@/postgres?host=${folder}` })).rejects.toThrow(/ENOENT/);
  }, 60_000);
});
