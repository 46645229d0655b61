/**
 * The key of the log: in a separate file, never in the database; if it is lost, changed or readable by others, the
 * server does not start.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { parseVerifierKey, publicKeyOf } from '@fairpot/fairness/tree/note';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigRefused } from '../platform/process/config.ts';
import { sql } from '../platform/database/sql.ts';
import { TEST_LOG_KEY } from '../../testing/fakes.ts';
import { makeLoggedTable, type LoggedTable } from '../../testing/transparency/log.fixture.ts';
import { openSigner } from './signer.ts';
import { publishedHead } from './store.ts';

let folder = '';
let file = '';
let table: LoggedTable;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fp-key-'));
  file = join(folder, 'inner/log-key');
  table = await makeLoggedTable({ logKey: null, logKeyFile: file });
});
afterEach(async () => {
  await table.world.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (config: object = {}) => {
  const { deps } = table.world;
  return openSigner({ ...deps, config: { ...deps.config, ...config } });
};
const inDatabase = () => table.world.db.one<{ key: Buffer }>(sql`select public_key as key from log_state`);

test('is made at the first start, readable by the server’s user only; the database stores its public half', async () => {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^[0-9a-f]{64}\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { key } = await inDatabase();
  expect(Buffer.from(publicKeyOf(Buffer.from(text.trim(), 'hex')))).toEqual(key);
  await table.sequence();
  const { key: pinned } = await open();
  expect((await open()).key).toBe(pinned);
  const head = await publishedHead(table.world.db);
  expect(openCheckpoint(head?.note ?? '', parseVerifierKey(pinned)).size).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('when two nodes start a new log at once, both use the key in the file', async () => {
  await table.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update log_state set name = null, public_key = null`);
  });
  rmSync(file);
  const keys = await Promise.all(Array.from({ length: 8 }, () => open().then(({ key }) => key)));
  expect(new Set(keys).size).toBe(1);
});

test('a file that disagrees with the database, is missing, is not a key, or is readable by others stops the start', async () => {
  const text = readFileSync(file, 'utf8');
  const refused = async (words: string, config: object = {}) => {
    await expect(open(config)).rejects.toThrow(ConfigRefused);
    await expect(open(config)).rejects.toThrow(words);
  };
  writeFileSync(file, `${TEST_LOG_KEY}\n`);
  await refused('a key that did not sign this log');
  for (const broken of ['', text.slice(0, 40), '00'.repeat(32)]) {
    writeFileSync(file, broken);
    await refused('is not 64 hexadecimal digits');
  }
  rmSync(file);
  await refused('restore its key file');
  expect(existsSync(file)).toBe(false);
  await refused('LOG_KEY: this is a key that did not sign', { logKey: TEST_LOG_KEY, logKeyFile: null });
  writeFileSync(file, text);
  chmodSync(file, 0o640);
  await refused('chmod 600');
  chmodSync(file, 0o600);
  await open();
});
