/**
 * A database restored from an older dump must not continue: the head stored outside it and the witnesses remember what
 * was published.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartRefused } from '../platform/runner/refused.ts';
import { sql } from '../platform/database/sql.ts';
import { TEST_LOG_KEY } from '../../testing/fakes.ts';
import { keeperIn } from './keeper.ts';
import { makeLoggedTable, type LoggedTable } from '../../testing/transparency/log.fixture.ts';
import { sequence } from './sequencer.ts';
import { openSigner } from './signer.ts';
import { answeringServer, publishedHead } from './store.ts';
import { transparencyFeature, transparencyOn } from './transparency.feature.ts';
import {
  forget,
  makeWitness,
  policyOf,
  type TestWitness,
} from '../../testing/transparency/witnesses/witness.fixture.ts';

let folder = '';
let table: LoggedTable;
let witness: TestWitness;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fp-kept-'));
  witness = await makeWitness();
  table = await makeLoggedTable({ logFolder: folder, witnessPolicy: policyOf([witness]) });
  const { key } = await openSigner(table.world.deps);
  await witness.stop();
  witness = await witness.again({ logs: [key] });
});
afterEach(async () => {
  await table.world.close();
  await witness.stop();
  forget(witness);
  rmSync(folder, { recursive: true, force: true });
});

const start = (config: object = {}) => {
  const { deps } = table.world;
  return transparencyFeature({ ...deps, config: { ...deps.config, ...config } }).start?.();
};
const keeper = async () => keeperIn(folder, (await openSigner(table.world.deps)).key);
async function grow(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { actor, items } = await table.playerWith([2_000]);
    await table.create(actor, items);
    await table.world.sweepAll();
  }
}

/** The log's tables in a dump of `size` leaves. The games' tables do not matter to the check. */
async function restoreLogTo(size: number): Promise<void> {
  await table.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from log_cosignatures where size > ${size}`);
    await tx.run(sql`delete from log_witnesses`);
    await tx.run(sql`delete from log_heads where size > ${size}`);
    await tx.run(sql`delete from log_entries where index >= ${size}`);
    await tx.run(sql`update log_tiles set hashes = substring(hashes from 1 for ${32 * size}::integer) where level = 0`);
    await tx.run(sql`update log_state set size = ${size}, cursor_xid = '0', cursor_id = 0`);
  });
}

test('the head and its leaves are on disk, for the server’s user only, before they are public', async () => {
  await grow(2);
  const { actor, items } = await table.playerWith([2_000]);
  await table.create(actor, items);
  const crash = new Error('crash');
  await expect(
    table.sequence((step) => {
      if (step === 'kept') throw crash;
    }),
  ).rejects.toThrow(crash);
  expect((await publishedHead(table.world.db))?.size).toBe(3);
  const kept = await keeper();
  expect((await kept.read())?.split('\n')[1]).toBe('4');
  expect(statSync(join(kept.place, 'head')).mode & 0o777).toBe(0o600);
  const leaves = await kept.leaves(1, 4);
  expect([...leaves.keys()]).toEqual([1, 2, 3]);
  expect(parseLeaf(utf8(leaves.get(3) ?? ''))).toMatchObject({ type: 'open' });
  await start();
  await table.world.sweepAll();
  expect((await publishedHead(table.world.db))?.size, 'the same head, published after all').toBe(4);
});

test('a start on an older database is refused, by the stored head alone and by a witness alone', async () => {
  await grow(3);
  await start();
  await restoreLogTo(2);
  const refused = 'published up to 4 leaves';
  await expect(start()).rejects.toThrow(refused);
  await expect(start({ witnessPolicy: null })).rejects.toThrow(refused);
  await expect(start({ logFolder: null })).rejects.toThrow(`${refused} (cosigned by the witness w0)`);
  await expect(start({ logFolder: null })).rejects.toThrow(StartRefused);
  await witness.stop();
  await expect(start()).rejects.toThrow(refused);
  expect((await publishedHead(table.world.db))?.size, 'nothing was signed').toBe(2);
  witness = await witness.again();
});

test('a running node goes on with a standby that has everything, and must stop on one that is behind', async () => {
  await grow(3);
  let server = await answeringServer(table.world.deps.db);
  expect(server).toMatch(/^\d+\/[0-9A-F]{8}$/);
  const feature = transparencyOn(table.world.deps, () => Promise.resolve(server));
  await feature.start?.();
  const sweep = feature.sweeps?.find(({ name }) => name === 'transparency.sequence');
  const run = () => sweep?.run(new AbortController().signal);
  await run();
  server = 'promoted';
  await run();
  await restoreLogTo(2);
  server = null;
  expect(await run(), 'a standby takes no leaves').toBe(0);
  server = 'promoted behind';
  await expect(run()).rejects.toThrow(StartRefused);
  await expect(run(), 'until the operator acts').rejects.toThrow('published up to 4 leaves');
  expect((await publishedHead(table.world.db))?.size, 'nothing was signed').toBe(2);
});

test('a start on another history of the same length is refused', async () => {
  await grow(3);
  await restoreLogTo(2);
  await table.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from log_leaves where id not in (select leaf_id from log_entries)`);
    await tx.run(sql`insert into log_leaves (kind, round_id, body, at)
      select 'fee', null, '{"at":' || n || ',"feeBps":500,"game":"jackpot","type":"fee","v":"fp/2"}', n
      from generate_series(1, 2) n`);
  });
  // A sequencer with a keeper notices by itself; one without is detected at the next start.
  await expect(table.sequence()).rejects.toThrow('two histories');
  expect((await publishedHead(table.world.db))?.size).toBe(2);
  await sequence({ ...table.world.deps, signer: await openSigner(table.world.deps), keeper: null });
  await expect(start()).rejects.toThrow('two histories');
});

test('an unreadable stored head, or one of another log, stops the start', async () => {
  await grow(1);
  const { place } = await keeper();
  const file = join(place, 'head');
  const note = readFileSync(file, 'utf8');
  for (const broken of ['', note.slice(0, 40), note.replace('\n2\n', '\n1\n')]) {
    writeFileSync(file, broken);
    await expect(start(), broken).rejects.toThrow('cannot be read');
  }
  writeFileSync(file, note);
  await start();
});

test('a lost stored head is rewritten, and a newer one is not replaced by an older one', async () => {
  await grow(1);
  const kept = await keeper();
  rmSync(kept.place, { recursive: true });
  await start();
  await grow(1);
  expect(existsSync(join(kept.place, 'head'))).toBe(true);
  const note = await kept.read();
  const signer = await openSigner(table.world.deps);
  const older = { size: 1, note: signer.sign({ size: 1, root: Buffer.alloc(32) }) };
  expect(await kept.keep(older, () => Promise.resolve([]))).toBe(3);
  expect(await kept.read()).toBe(note);
});

test('leaves whose line a crash truncated are stored again with the next head', async () => {
  await grow(1);
  const { place } = await keeper();
  await grow(1);
  const name = readdirSync(place).find((each) => each.startsWith('leaves-')) ?? '';
  const whole = readFileSync(join(place, name), 'utf8');
  writeFileSync(join(place, name), `${whole}[3,"cut o`);
  await grow(1);
  expect([...(await (await keeper()).leaves(0, 9)).keys()]).toEqual([0, 1, 2, 3]);
});

test('the server as a process ends with status 2 and says what to do', async () => {
  await grow(3);
  await restoreLogTo(2);
  const url = table.world.databaseUrl.replace('@/', '@localhost/');
  const env = {
    ...process.env,
    DATABASE_URL: url,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_FOLDER: folder,
    LOG_KEY_FILE: join(folder, 'log-key'),
  };
  writeFileSync(env.LOG_KEY_FILE, `${TEST_LOG_KEY}\n`, { mode: 0o600 });
  const main = join(import.meta.dirname, '../main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(said).toContain('published up to 4 leaves');
  expect(said).toContain('docs/runbook.md');
  expect(code).toBe(2);
}, 60_000);
