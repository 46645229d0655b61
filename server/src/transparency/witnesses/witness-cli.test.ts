/**
 * `fairpot-verify` with a policy, against a real site and a real witness: in time, too late, truncated, contradicted,
 * offline.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main as fairpotVerify } from '@fairpot/fairness/cli/main';
import { getRoundProof } from '@fairpot/contract/fair/schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { makeLoggedTable, type LoggedTable } from '../../../testing/transparency/log.fixture.ts';
import { openSigner } from '../signer.ts';
import {
  forget,
  makeWitness,
  policyOf,
  type TestWitness,
} from '../../../testing/transparency/witnesses/witness.fixture.ts';

let table: LoggedTable;
let witness: TestWitness;
let folder = '';
let site = '';
let policy = '';
let key = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fp-cli-'));
  witness = await makeWitness();
  table = await makeLoggedTable({ witnessPolicy: policyOf([witness]) });
  ({ key } = await openSigner(table.world.deps));
  await watch(0);
  site = (await table.world.http()).url;
  policy = join(folder, 'policy');
  writeFileSync(policy, `log ${key}\n${policyOf([witness])}`);
});
afterEach(async () => {
  await table.world.close();
  await witness.stop();
  forget(witness);
  rmSync(folder, { recursive: true, force: true });
});

/** The witness follows the games' clock, `behindMs` off. */
async function watch(behindMs: number): Promise<void> {
  await witness.stop();
  const now = () => Math.floor((table.world.clock.now() + behindMs) / 1_000);
  witness = await witness.again({ logs: [key], now });
}

async function settledRound(): Promise<string> {
  const { id } = await table.lockedGame();
  await table.world.sweepAll();
  await table.settle();
  await table.world.sweepAll();
  return id;
}

async function verify(...args: string[]): Promise<{ status: number; said: string }> {
  const said: string[] = [];
  const hear = (text: unknown) => said.push(String(text)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(hear));
  try {
    return { status: await fairpotVerify([...args, '--quiet']), said: said.join('') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
const all = (...args: string[]) =>
  verify('--all', '--site', site, '--log-key', key, '--witness-policy', policy, '--require-witness', ...args);

test('every lock was cosigned before its beacon: the whole log, its saved copy, a round, a saved round', async () => {
  const ids = [await settledRound(), await settledRound()];
  const saved = join(folder, 'log');
  const whole = await all('--save', saved);
  expect(whole.said).toContain('witnesses: 2 of 2 locks cosigned by the quorum before their beacon');
  expect(whole.status).toBe(0);
  const args = ['--log-key', key, '--witness-policy', policy, '--require-witness'];
  expect((await verify('--all', '--from', saved, ...args)).status).toBe(0);

  const [id = ''] = ids;
  const byId = await verify(id, '--site', site, '--witness-policy', policy, '--require-witness');
  expect(byId.said).toMatch(/witnesses: the lock is leaf 2 of 3, cosigned by w0 1[0-9] s before its beacon/);
  expect(byId.status).toBe(0);

  const [round, lock] = [join(folder, 'round.json'), join(folder, 'lock.tlog-proof')];
  writeFileSync(round, JSON.stringify(await table.world.run(getRoundProof, null, { id })));
  writeFileSync(lock, await (await fetch(`${site}/api/fair/log/proof/${id}/lock`)).text());
  const offline = [round, '--witness-policy', policy, '--require-witness'];
  expect((await verify(...offline, '--lock-proof', lock)).status).toBe(0);
  expect((await verify(...offline)).said).toContain('no proof of its lock');
  expect((await verify(...offline)).status).toBe(1);
  writeFileSync(lock, await (await fetch(`${site}/api/fair/log/proof/${ids[1]}/lock`)).text());
  expect((await verify(...offline, '--lock-proof', lock)).said).toContain('FAIL');
});

test('cosigned after the beacon: a finding when a witness is required, otherwise a note', async () => {
  await watch(60_000);
  const id = await settledRound();
  const required = await all();
  expect(required.said).toContain(`${id}: no quorum of witnesses cosigned its lock before its beacon`);
  expect(required.status).toBe(1);
  const asked = await verify('--all', '--site', site, '--log-key', key, '--witness-policy', policy);
  expect(asked.said).toContain('witnesses: 0 of 1 locks');
  expect(asked.status).toBe(0);
  const round = await verify(id, '--site', site, '--witness-policy', policy, '--require-witness');
  expect(round.said).toMatch(/s after its beacon: no quorum/);
  expect(round.status).toBe(1);
});

test('a log that shows less than the witness saw, and one that shows something else', async () => {
  await settledRound();
  await table.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update log_heads set published_at = null where size > 3`);
  });
  const cut = await all();
  expect(cut.said).toMatch(/the log shows 3 leaves, w0 cosigned 4: it was truncated, or is stale/);
  expect(cut.status).toBe(1);
  await table.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    const signer = await openSigner(table.world.deps);
    // A second history under the same key: the first two leaves change places.
    await tx.run(sql`update log_entries set index = 9 where index = 0`);
    await tx.run(sql`update log_entries set index = 0 where index = 1`);
    await tx.run(sql`update log_entries set index = 1 where index = 9`);
    await tx.run(sql`update log_tiles set hashes =
      substring(hashes from 33 for 32) || substring(hashes from 1 for 32) || substring(hashes from 65)
      where level = 0`);
    const { rootFrom } = await import('../edge.ts');
    const root = Buffer.from(await rootFrom(tx, 4));
    const note = signer.sign({ size: 4, root });
    await tx.run(sql`update log_heads set root = ${root}, note = ${note}, published_at = 1 where size = 4`);
    await tx.run(sql`delete from log_cosignatures`);
  });
  const split = await all();
  expect(split.said).toContain('the first 4 leaves contradict the head that w0 cosigned: two histories');
  expect(split.status).toBe(1);
});

test.each([
  ['a witness that is required and not named', ['--require-witness'], '--require-witness needs'],
  ['a policy that is not there', ['--witness-policy', '/nowhere'], 'cannot read /nowhere'],
  ['a proof without a policy', ['--lock-proof', 'x'], 'goes with one round'],
])('%s: status 2', async (_name, args, problem) => {
  await table.world.sweepAll();
  const { status, said } = await verify('--all', '--site', site, ...args);
  expect(said).toContain(problem);
  expect(status).toBe(2);
});
