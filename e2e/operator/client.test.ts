/** The operator serves a changed client to one kind of browser, changes a file under a node, or has a node serve a build that the log does not name. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManifest } from '../../server/src/platform/http/client-build.ts';
import { sql } from '../../server/src/platform/database/sql.ts';
import { Operator } from '../lib/operator.ts';
import { FastSite } from '../lib/soak/fast-site.ts';
import { runVerifierOf, type VerifierVerdict } from '../lib/soak/verifier.ts';
import { serveChangedClient } from './changed-client.ts';

const SCRIPT = 'assets/main-1a2b.js';
let client: string;
let site: FastSite;
let operator: Operator;

beforeAll(async () => {
  client = mkdtempSync(join(tmpdir(), 'fp-client-'));
  const files = { 'index.html': '<!doctype html>', 'first/index.html': '<!doctype html><p>', [SCRIPT]: 'start();' };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(client, path)), { recursive: true });
    writeFileSync(join(client, path), text);
  }
  await writeManifest(client, { commit: 'c0'.repeat(20), lockFile: 'de'.repeat(32) });
  site = await FastSite.start({ client });
  operator = await Operator.of(site);
}, 180_000);

afterAll(async () => {
  await site.stop();
  rmSync(client, { recursive: true, force: true });
}, 60_000);

const verify = (origin: string): Promise<VerifierVerdict> =>
  runVerifierOf('--client', origin, '--log-key', operator.logKey);

test('everyone is served the build that the log names', async () => {
  const { status, out } = await verify(site.origin);
  expect(out).toContain('4 kinds of browser are served the build that the log names');
  expect(status).toBe(0);
});

test('another script for one kind of browser: named, with that browser', async () => {
  const changed = await serveChangedClient(site.origin, /Android/, (text, path) =>
    path.endsWith('.js') ? `${text}sendStakesElsewhere();` : text,
  );
  try {
    const { status, out } = await verify(changed.origin);
    expect(out).toContain(`/${SCRIPT} as Chrome on Android, Chinese`);
    expect(out).not.toMatch(/Windows|Linux|iPhone/);
    expect(status).toBe(1);
  } finally {
    await changed.stop();
  }
});

test('a flipped byte under a running node: named; the node does not start again on it', async () => {
  writeFileSync(join(client, SCRIPT), 'start():');
  const { status, out } = await verify(site.origin);
  expect([status, out.match(/FAIL/g)?.length]).toEqual([1, 4]);
  await expect(site.startNode(0)).rejects.toThrow('the node ended at its start');
  writeFileSync(join(client, SCRIPT), 'start();');
  expect((await verify(site.origin)).status).toBe(0);
});

test('a leaf in the database that is not in the log: its build is not called announced', async () => {
  const hash = 'ab'.repeat(32);
  await operator.write(sql`insert into client_builds (leaf_id, manifest, at) values (9007199254740991, ${hash}, 0)`);
  const { status, out } = await verify(site.origin);
  expect([status, out]).toEqual([1, expect.stringContaining(`the log announced ${hash} after it`)]);
  await operator.write(sql`delete from client_builds where manifest = ${hash}`);
});
