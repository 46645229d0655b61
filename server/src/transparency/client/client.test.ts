/** A node serves the build of the client that the public log names, and `fairpot-verify --client` says so, or what differs. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { getBuildProof, getLogHead, listClientBuilds } from '@fairpot/contract/log/schemas';
import { main as fairpotVerify } from '@fairpot/fairness/cli/main';
import { verifyBuild } from '@fairpot/fairness/client/build-proof';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readClientBuild, writeManifest } from '../../platform/http/client-build.ts';
import type { RunningServer } from '../../platform/process/server.ts';
import { StartRefused } from '../../platform/runner/refused.ts';
import { sql } from '../../platform/database/sql.ts';
import { makeLoggedTable, type LoggedTable } from '../../../testing/transparency/log.fixture.ts';
import { forget, makeWitness } from '../../../testing/transparency/witnesses/witness.fixture.ts';
import { restoreBuild } from './announce.ts';

const COMMIT = 'c0'.repeat(20);
const MAIN = 'assets/main-1a2b.js';
const COPY = `${MAIN}.br`;
const FILES = {
  'index.html': '<!doctype html><title>Fairpot</title>',
  'first/index.html': '<!doctype html><h1>Jackpot</h1>',
  'first/fairplay/solvency.html': '<!doctype html><h1>Solvency</h1>',
  [MAIN]: 'start();',
};

let table: LoggedTable;
let folder = '';
let server: RunningServer;
/** Where a proxy leads; null: to `server`. */
let target: string | null = null;

/** A build of the client with these files; the caller's test removes it. */
async function build(files: Readonly<Record<string, string>>): Promise<string> {
  const made = mkdtempSync(join(tmpdir(), 'fp-client-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, path)), { recursive: true });
    writeFileSync(join(made, path), text);
  }
  await writeManifest(made, { commit: COMMIT, lockFile: 'de'.repeat(32) });
  return made;
}

beforeAll(async () => {
  table = await makeLoggedTable();
  folder = await build(FILES);
  server = await table.world.http({ webFolder: folder });
}, 60_000);
afterAll(async () => {
  await table.world.close();
  rmSync(folder, { recursive: true, force: true });
});

const buildsOf = async (url = server.url) => {
  const answer = (await (await fetch(`${url}/api/fair/client`)).json()) as { response: unknown };
  return listClientBuilds.output.parse(answer.response);
};

async function verify(...args: readonly string[]): Promise<{ status: number; out: string }> {
  let out = '';
  const write = (text: string | Uint8Array) => ((out += String(text)), true);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(write),
    vi.spyOn(process.stderr, 'write').mockImplementation(write),
  ];
  try {
    return { status: await fairpotVerify(args), out };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
const pinned = async () => ['--log-key', (await table.world.run(getLogHead, null, {})).key];

test('a file that changed before its manifest is written again has a new copy', async () => {
  const long = (text: string) => text.repeat(400);
  const made = await build({ ...FILES, [MAIN]: long('start();') });
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  writeFileSync(join(made, MAIN), long('begin();'));
  await expect(readClientBuild(made)).rejects.toBeInstanceOf(StartRefused);
  await writeManifest(made, { commit: COMMIT, lockFile: 'de'.repeat(32) });
  expect(await readClientBuild(made)).not.toBeNull();
  expect(brotliDecompressSync(readFileSync(join(made, COPY))).toString()).toBe(long('begin();'));
});

describe('the build in the log', () => {
  test('is published before the node answers, and names manifest, commit and lock file', async () => {
    const { serving, builds, head } = await buildsOf();
    expect(builds.map(({ manifest }) => manifest)).toEqual([serving]);
    const leaf = parseLeaf(utf8(builds[0]?.leaf?.body ?? ''));
    expect(leaf).toMatchObject({
      about: 'client-build',
      build: { manifest: serving, commit: COMMIT, lockFile: 'de'.repeat(32), files: 4 },
    });
    expect(head?.size).toBeGreaterThan(builds[0]?.leaf?.index ?? Infinity);
  });

  test('is announced once: a second node and a restart add no leaf', async () => {
    await table.world.http({ webFolder: folder });
    expect((await buildsOf()).builds).toHaveLength(1);
  });

  test('has a proof that a browser verifies under what it pinned; another build has none', async () => {
    const { serving } = await buildsOf();
    const manifest = await (await fetch(`${server.url}/client.json`)).text();
    const ask = (hash: string | null) => fetch(`${server.url}/api/fair/client/proof?manifest=${hash}`);
    const { response } = (await (await ask(serving)).json()) as { response: unknown };
    const proof = getBuildProof.output.parse(response);
    const { key } = await table.world.run(getLogHead, null, {});
    expect(verifyBuild(manifest, proof, { logKey: key, policy: null })).toMatchObject({ hash: serving });
    expect((await ask('ab'.repeat(32))).status).toBe(404);
    expect((await ask('ab')).status).toBe(400);
  });

  test('is null for a node that serves no client', async () => {
    const { url } = await table.world.http();
    expect(await buildsOf(url)).toMatchObject({ serving: null });
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('a folder that is not what the build wrote', () => {
  test.each([
    ['one byte of a file', (at: string) => writeFileSync(join(at, 'assets/main-1a2b.js'), 'start()!')],
    ['a file more', (at: string) => writeFileSync(join(at, 'assets/more.js'), '')],
    ['a file less', (at: string) => rmSync(join(at, 'first/index.html'))],
    ['a compressed copy of other bytes', (at: string) => writeFileSync(join(at, COPY), brotliCompressSync('start()!'))],
    ['a damaged copy', (at: string) => writeFileSync(join(at, COPY), '')],
    ['a copy of no file', (at: string) => writeFileSync(join(at, 'assets/more.js.br'), brotliCompressSync(''))],
    [
      'a file of which only the copy is left',
      (at: string) => {
        writeFileSync(join(at, COPY), brotliCompressSync(FILES[MAIN]));
        rmSync(join(at, MAIN));
      },
    ],
    ['a damaged manifest', (at: string) => writeFileSync(join(at, 'client.json'), '{"v":1}')],
  ])('%s: the node does not start', async (_, change) => {
    const changed = await build(FILES);
    onTestFinished(() => rmSync(changed, { recursive: true, force: true }));
    change(changed);
    await expect(table.world.http({ webFolder: changed })).rejects.toThrow(StartRefused);
  });

  test('pictures are not compared, because they run nothing; compressed copies unpack to the same', async () => {
    const more = await build(FILES);
    onTestFinished(() => rmSync(more, { recursive: true, force: true }));
    mkdirSync(join(more, 'art'));
    writeFileSync(join(more, 'art/ak.webp'), 'picture');
    writeFileSync(join(more, COPY), brotliCompressSync(FILES[MAIN]));
    await table.world.http({ webFolder: more });
  });

  test('without a manifest there is no client to serve', async () => {
    const bare = await build(FILES);
    onTestFinished(() => rmSync(bare, { recursive: true, force: true }));
    rmSync(join(bare, 'client.json'));
    const { url } = await table.world.http({ webFolder: bare });
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('fairpot-verify --client', () => {
  test('holds under a pinned key, says 3 without, and compares with a build of one’s own', async () => {
    const held = await verify('--client', server.url, '--from-source', folder, ...(await pinned()));
    expect(held.out).toMatch(/4 kinds of browser are served the build that the log names/);
    expect(held.out).toContain(`commit ${COMMIT}`);
    expect(held.status).toBe(0);
    expect((await verify('--client', server.url)).status).toBe(3);
    expect((await verify('--client', server.url, '--accept-unpinned')).status).toBe(0);
  });

  test('names a source that builds other bytes, lacks a file, or has one more', async () => {
    const own = mkdtempSync(join(tmpdir(), 'fp-own-'));
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    cpSync(folder, join(own, 'web/dist'), { recursive: true });
    writeFileSync(join(own, 'web/dist/index.html'), 'other');
    writeFileSync(join(own, 'web/dist/assets/own.js'), '');
    rmSync(join(own, 'web/dist/assets/main-1a2b.js'));
    const { status, out } = await verify('--client', server.url, '--from-source', own, ...(await pinned()));
    expect(status).toBe(1);
    expect(out).toContain('index.html is served with other bytes');
    expect(out).toContain('assets/main-1a2b.js is served, but is not in');
    expect(out).toMatch(/assets\/own\.js is in .*, but the manifest does not name it/);
  });

  test('names the browser that a proxy of the operator serves another client', async () => {
    const url = await proxied((path, agent, body) =>
      path === '/assets/main-1a2b.js' && agent.includes('iPhone') ? `${body}steal();` : body,
    );
    const { status, out } = await verify('--client', url, ...(await pinned()));
    expect(status).toBe(1);
    expect(out).toContain('/assets/main-1a2b.js as Safari on an iPhone, French');
    expect(out.match(/FAIL/g)).toHaveLength(1);
  });

  test('names a page that one language is served, also at a path without a page of its own', async () => {
    const url = await proxied((path, _, body, language) =>
      path === '/profile' && language.startsWith('de') ? body.replace('Fairpot', 'Fairp0t') : body,
    );
    expect((await verify('--client', url, ...(await pinned()))).out).toContain('/profile as Firefox on Linux, German');
  });

  test('names a build without a leaf, and a leaf that names another build', async () => {
    const manifest = await (await fetch(`${server.url}/client.json`)).text();
    const changed = manifest.replace('"bytes":8', '"bytes":9');
    const other = await proxied((path, _, body) => (path === '/client.json' ? changed : body));
    expect((await verify('--client', other, ...(await pinned()))).out).toContain('is not in the log');
    const { serving } = await buildsOf();
    const hash = createHash('sha256').update(changed).digest('hex');
    const lying = await proxied((path, _, body) =>
      path === '/client.json'
        ? changed
        : path === '/api/fair/client'
          ? body.replaceAll(`"manifest":"${serving}"`, `"manifest":"${hash}"`)
          : body,
    );
    expect((await verify('--client', lying, ...(await pinned()))).out).toContain(`names build ${serving}, not ${hash}`);
    const forged = await proxied((path, _, body) =>
      path === '/client.json' ? changed : path === '/api/fair/client' ? body.replaceAll(serving ?? '', hash) : body,
    );
    expect((await verify('--client', forged, ...(await pinned()))).out).toContain(
      'is not part of the log that was signed',
    );
  });

  test('names a return to an older build; announced again, it holds', async () => {
    const newer = await build({ ...FILES, 'assets/main-1a2b.js': 'start2()' });
    onTestFinished(() => rmSync(newer, { recursive: true, force: true }));
    const next = await table.world.http({ webFolder: newer });
    expect((await verify('--client', next.url, ...(await pinned()))).status).toBe(0);
    const old = await verify('--client', server.url, ...(await pinned()));
    expect([old.status, old.out]).toEqual([1, expect.stringContaining('is an older one: the log announced')]);
    await table.world.clock.advance(1_000);
    const again = await table.world.http({ webFolder: folder });
    expect((await buildsOf()).builds).toHaveLength(3);
    expect((await verify('--client', again.url, ...(await pinned()))).status).toBe(0);
  });

  test.each([
    [['--client', 'ftp://x'], 'not an http'],
    [['--client', 'http://x', '--all'], 'does not go with another check'],
    [['--from-source', '.', '--all', '--site', 'http://x'], '--from-source goes with --client'],
  ])('%j is refused', async (args, problem) => {
    const { status, out } = await verify(...args);
    expect(out).toContain(problem);
    expect(status).toBe(2);
  });
});

describe('a witness of the site', () => {
  test('checks each new build as browsers get it, and reports what differs, with evidence', async () => {
    let stolen = '';
    const url = await proxied((path, agent, body) =>
      path.endsWith('.js') && agent.includes('Windows') ? `${body}${stolen}` : body,
    );
    const witness = await makeWitness({ site: url, client: true, clientEveryMs: 20 });
    onTestFinished(async () => {
      await witness.stop();
      forget(witness);
    });
    await expect.poll(() => witness.said.join('\n'), { timeout: 20_000 }).toMatch(/client: build .* as the log says/);
    stolen = 'steal();';
    const newer = await build({ ...FILES, 'assets/main-1a2b.js': 'start3()' });
    onTestFinished(() => rmSync(newer, { recursive: true, force: true }));
    target = (await table.world.http({ webFolder: newer })).url;
    onTestFinished(() => void (target = null));
    await expect
      .poll(() => witness.said.join('\n'), { timeout: 20_000 })
      .toMatch(/not what the log says: .*main-1a2b\.js as Chrome on Windows, English: .* evidence: /);
    const [file = ''] = readdirSync(join(witness.folder, 'state.evidence'));
    expect(readFileSync(join(witness.folder, 'state.evidence', file), 'utf8')).toContain('as Chrome on Windows');
  });
});

test('a page of another site may read what it verifies, and nothing of a session', async () => {
  const allowed = async (path: string, method = 'GET') => {
    const { headers } = await fetch(`${server.url}${path}`, { method, headers: { origin: 'null' } });
    return [headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')];
  };
  for (const path of ['/api/fair/client', '/api/fair/log/head', '/api/fair/log/checkpoint', '/client.json'])
    expect(await allowed(path), path).toEqual(['*', 'cross-origin']);
  for (const path of ['/api/fair/log/mine', '/api/health', '/', '/assets/main-1a2b.js', '/api/none'])
    expect(await allowed(path), path).toEqual([null, 'same-origin']);
  expect(await allowed('/api/fair/client', 'POST')).toEqual([null, 'same-origin']);
});

test('the policy names the map of hashes in the pages of a build, and no other script in them', async () => {
  const map = '{"integrity":{"/assets/main-1a2b.js":"sha256-x"}}';
  const page = `<!doctype html><script type="importmap">${map}</script><script>other()</script>`;
  const mapped = await build({ ...FILES, 'index.html': page });
  onTestFinished(() => rmSync(mapped, { recursive: true, force: true }));
  const { url } = await table.world.http({ webFolder: mapped });
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
  const hash = createHash('sha256').update(map).digest('base64');
  expect(policy.split(';')).toContain(`script-src 'self' 'sha256-${hash}'`);
});

test('an announcement that a restored database lost is kept again', async () => {
  const { db } = table.world;
  const rows = () => db.many(sql`select manifest, at from client_builds order by leaf_id`);
  const before = await rows();
  const bodies = await db.many<{ body: string }>(sql`select body from log_leaves where kind = 'statement' order by id`);
  await db.run(sql`delete from client_builds`);
  for (const { body } of bodies) await db.transaction((tx) => restoreBuild(tx, parseLeaf(utf8(body))));
  expect(await rows()).toEqual(before);
});

/** A proxy before the site that changes answers as `change` says. */
async function proxied(
  change: (path: string, agent: string, body: string, language: string) => string,
): Promise<string> {
  const proxy = createServer((request, response) => {
    const { url: path = '/', headers } = request;
    void fetch(`${target ?? server.url}${path}`).then(async (answer) => {
      const body = change(path, headers['user-agent'] ?? '', await answer.text(), headers['accept-language'] ?? '');
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
