/** kill -9 of a real sequencer process at each step; the next one goes on, and the log holds. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleUrls } from '../platform/roles.ts';
import { downloaded, findingsIn, makeLoggedTable, type LoggedTable } from './log.fixture.ts';
import { publishedHead } from './store.ts';

let table: LoggedTable;
beforeAll(async () => {
  table = await makeLoggedTable();
});
afterAll(() => table.world.close());

/** Runs a sequencer that dies at `step`; resolves with the signal that ended it, or null. */
function sequencerProcess(step: string): Promise<string | null> {
  const file = join(import.meta.dirname, 'crash.fixture.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, roleUrls(table.world.databaseUrl).app, step], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

test('killed at every step, the sequencer is carried on by the next', async () => {
  for (const step of ['placed', 'persisted', 'signed', 'published']) {
    await table.lockedGame();
    expect(await sequencerProcess(step)).toBe('SIGKILL');
    const before = (await publishedHead(table.world.db))?.size ?? 0;
    expect(await sequencerProcess('never')).toBeNull();
    expect((await publishedHead(table.world.db))?.size).toBeGreaterThanOrEqual(before);
    await table.world.checkInvariants();
  }
  await table.settle();
  const entries = await downloaded(`${(await table.world.http()).url}/api/fair/log`);
  expect(entries.length).toBe(1 + 4 * 3);
  expect(findingsIn(entries)).toEqual([]);
}, 120_000);
