/** kill -9 of a real sequencer process at each step; the next one continues, and the log holds. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosignaturesOn, parseCosignerKey } from '@fairpot/fairness/tree/cosignature';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleUrls } from '../platform/database/roles.ts';
import { downloaded, findingsIn, makeLoggedTable, type LoggedTable } from '../../testing/transparency/log.fixture.ts';
import { openSigner } from './signer.ts';
import { publishedHead } from './store.ts';
import {
  forget,
  makeWitness,
  policyOf,
  type TestWitness,
} from '../../testing/transparency/witnesses/witness.fixture.ts';

let table: LoggedTable;
let witness: TestWitness;
const folder = mkdtempSync(join(tmpdir(), 'fp-kept-'));
beforeAll(async () => {
  witness = await makeWitness();
  table = await makeLoggedTable({ logFolder: folder, witnessPolicy: policyOf([witness]) });
  const { key } = await openSigner(table.world.deps);
  await witness.stop();
  witness = await witness.again({ logs: [key] });
});
afterAll(async () => {
  await table.world.close();
  await witness.stop();
  forget(witness);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a sequencer that dies at `step`; resolves with the signal that ended it, or null. */
function sequencerProcess(step: string): Promise<string | null> {
  const file = join(import.meta.dirname, '../../testing/transparency/crash.fixture.ts');
  const url = roleUrls(table.world.databaseUrl).app;
  const child = spawn(process.execPath, ['--import', 'tsx', file, url, step, folder], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

test('after a kill at every step, the next sequencer continues, and the witness accepts it', async () => {
  const base = `${(await table.world.http()).url}/api/fair/log`;
  for (const step of ['placed', 'persisted', 'signed', 'kept', 'published']) {
    await table.lockedGame();
    expect(await sequencerProcess(step)).toBe('SIGKILL');
    const before = (await publishedHead(table.world.db))?.size ?? 0;
    expect(await sequencerProcess('never')).toBeNull();
    expect((await publishedHead(table.world.db))?.size).toBeGreaterThanOrEqual(before);
    await table.world.checkInvariants();
    // Whatever the crash left, the witness accepts the head as the continuation of the last one.
    await table.world.sweepAll();
    const note = await (await fetch(`${base}/checkpoint`)).text();
    expect(cosignaturesOn(note, [parseCosignerKey(witness.vkey)]), step).toHaveLength(1);
  }
  await table.settle();
  const entries = await downloaded(base);
  expect(entries.length).toBe(1 + 5 * 3);
  expect(findingsIn(entries)).toEqual([]);
}, 120_000);
