/** `fairpot-verify --all` as an outsider runs it: over HTTP, on saved logs, and on manipulated logs. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { concat, utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { formatVerifierKey, noteKey, publicKeyOf } from '../tree/note.ts';
import { bundleBytes, parseBundle } from '../tree/tiles.ts';
import { filesOf, LOG_KEY, leavesOf, makeLeaves, signLeaves, termsLeaf } from '../testing/logs.ts';
import { makeProof } from '../testing/rounds.ts';
import { main } from './main.ts';

const BIN = join(import.meta.dirname, '../../bin/fairpot-verify.mjs');
/** 266 leaves: one full tile, one partial, two levels. Rounds that only wait are cheap to make. */
const leaves = [
  ...makeLeaves(5),
  ...Array.from({ length: 125 }, (_, i) => {
    const proof = {
      ...makeProof('coinflip', 6, `rnd_wait_${i}`),
      number: 6 + i,
      hash: (i + 1).toString(16).padStart(64, '0'),
    };
    const [open] = leavesOf(proof, i + 6);
    const cancel = canon({
      v: 'fp/2',
      type: 'cancel',
      game: 'coinflip',
      roundId: proof.roundId,
      why: 'EXPIRED',
      at: 1_790_000_000_000,
    });
    return [open, cancel];
  }).flat(),
];
const honest = filesOf(leaves);
const FULL = 'tile/entries/000';
const PARTIAL = 'tile/entries/001.p/10';
const OTHER_KEY = formatVerifierKey(noteKey('log.test/fairpot', publicKeyOf(new Uint8Array(32).fill(1))));
let folder = '';
let server: Server;
let site = '';
let busy = 0;
let cut = 0;

/** Runs the command as a separate process. */
function run(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [BIN, '--all', ...args], (error, out, err) => {
      const status = error === null ? 0 : error.code;
      if (typeof status === 'number') resolve({ status, out, err });
      else reject(error ?? new Error('no exit status'));
    });
  });
}

/** Runs it in this process, which takes a fraction of the time. */
async function verify(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const listen = (stream: NodeJS.WriteStream, to: keyof typeof said) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said[to] += String(text);
      return true;
    });
  const spies = [listen(process.stdout, 'out'), listen(process.stderr, 'err')];
  try {
    return { status: await main(['--all', ...args]), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const at = (...names: string[]) => join(folder, ...names);

let folders = 0;
/** A saved log of these files, with the key in the same folder. */
async function saved(files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  folders += 1;
  const name = `log-${folders}`;
  for (const [path, bytes] of new Map([...files, ['key', utf8(`${LOG_KEY}\n`)]])) {
    await mkdir(dirname(at(name, path)), { recursive: true });
    await writeFile(at(name, path), bytes);
  }
  return at(name);
}

/** The honest files with one of them changed. */
function tampered(path: string, change: (bytes: Uint8Array) => Uint8Array): Map<string, Uint8Array> {
  return new Map(honest).set(path, change(honest.get(path) ?? new Uint8Array()));
}
const withEntries = (path: string, change: (entries: Uint8Array[]) => Uint8Array[]) =>
  tampered(path, (bytes) => bundleBytes(change(parseBundle(bytes))));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairpot-log-'));
  const head = utf8(JSON.stringify({ success: true, response: { key: LOG_KEY } }));
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/fair/log/', '');
    const bytes = path === 'head' ? head : honest.get(path);
    if (cut > 0) {
      cut -= 1;
      request.socket.destroy();
    } else if (busy > 0) {
      busy -= 1;
      response.writeHead(429, { 'retry-after': '1' }).end();
    } else if (bytes === undefined) response.writeHead(404).end();
    else response.writeHead(200).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  site = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

describe('status 0', () => {
  test('a site, saved as a folder and as a file, both verified again without it', async () => {
    busy = 1;
    // A kept-alive connection ends like this when the site closes it just as the next request is sent.
    cut = 1;
    const online = await run('--site', site, '--save', at('kept'), '--log-key', LOG_KEY);
    expect(online.out).toMatch(/266 leaves; rounds: 5 settled, 125 cancelled, 0 voided, 0 running; .* rounds\/s/);
    expect(online.out).toContain('SIMULATED BEACON');
    expect(online.out).toMatch(/OK {3}http.*: the whole log holds\n$/);
    expect(online.status).toBe(0);
    expect(await verify('--from', at('kept'), '--log-key', LOG_KEY)).toMatchObject({ status: 0 });
    expect((await verify('--site', site, '--save', at('kept.log'), '--accept-unpinned')).status).toBe(0);
    const offline = await verify('--from', at('kept.log'), '--seen', at('kept', 'checkpoint'), '--log-key', LOG_KEY);
    expect(offline.status).toBe(0);
  });

  test('a log that has grown since the earlier checkpoint', async () => {
    await writeFile(at('older'), signLeaves(leaves.slice(0, 100)));
    const log = await saved(honest);
    expect(await verify('--from', log, '--seen', at('older'), '--log-key', LOG_KEY)).toMatchObject({ status: 0 });
  });

  test.each(['--site', '--from'])(
    '%s without a pinned key does not return 0 unless that is requested',
    async (from) => {
      const source = [from, from === '--site' ? site : await saved(honest)];
      const unpinned = await verify(...source);
      expect(unpinned.status).toBe(3);
      expect(unpinned.out).toContain(`pin it: --log-key '${LOG_KEY}'`);
      expect(unpinned.out).toMatch(/\n\?{4} .*: the whole log holds, but under a key that was not pinned.*\n$/);
      const accepted = await verify(...source, '--accept-unpinned');
      expect(accepted.status).toBe(0);
      expect(accepted.out).toContain('the log’s key comes from the log itself');
    },
  );
});

describe('status 1 names the leaf', () => {
  const forge = (wrong: readonly string[]) => filesOf(wrong);
  const edit = (at: number) => (entries: Uint8Array[]) =>
    entries.map((entry, i) =>
      i === at ? utf8(new TextDecoder().decode(entry).replace('"feeBps":500', '"feeBps":400')) : entry,
    );
  const cases: readonly (readonly [string, () => Map<string, Uint8Array>, RegExp])[] = [
    ['an edited leaf', () => withEntries(FULL, edit(4)), /FAIL leaf 4: its hash is/],
    [
      'a dropped leaf',
      () => withEntries(FULL, (entries) => entries.filter((_, i) => i !== 7)),
      /FAIL leaf 7: its hash is/,
    ],
    [
      'two leaves in another order',
      () => withEntries(FULL, ([a, b, c, ...rest]) => [a, c, b, ...rest].flatMap((e) => e ?? [])),
      /FAIL leaf 1: its hash is/,
    ],
    [
      'a bundle without its last byte',
      () => tampered(PARTIAL, (bytes) => bytes.slice(0, -1)),
      /FAIL leaf 265: the bundle of entries ends within this leaf/,
    ],
    [
      'a leaf without its last byte',
      () => withEntries(PARTIAL, (entries) => entries.map((e, i) => (i === 3 ? e.slice(0, -1) : e))),
      /FAIL leaf 259: its hash is/,
    ],
    [
      'a bundle with a byte more',
      () => tampered(PARTIAL, (bytes) => concat(bytes, Uint8Array.of(0))),
      /FAIL leaf 266: the bundle holds more/,
    ],
    [
      'a tile without its last byte',
      () => tampered('tile/0/000', (bytes) => bytes.slice(0, -1)),
      /FAIL leaf 0: its tile has 8191 bytes/,
    ],
    [
      'an upper tile that was edited',
      () => tampered('tile/1/000.p/1', (bytes) => bytes.map((b, i) => (i === 5 ? b ^ 1 : b))),
      /FAIL tile\/1\/000\.p\/1: hash 0 is not/,
    ],
    [
      'leaves that are kept back',
      () => new Map([...honest].filter(([path]) => path !== PARTIAL)),
      /FAIL leaf 256: the log does not serve its leaves/,
    ],
    [
      'leaf and tile edited together',
      () =>
        new Map([
          ...forge(leaves.with(4, (leaves[4] ?? '').replace('"feeBps":500', '"feeBps":400'))),
          ['checkpoint', honest.get('checkpoint') ?? new Uint8Array()],
        ]),
      /FAIL the first 266 leaves hash to/,
    ],
    [
      'a gap in the numbers, signed',
      () => forge([termsLeaf(), ...leaves.slice(4)]),
      /FAIL leaf 1: coinflip round number 1 is missing/,
    ],
    [
      'a secret used twice, signed',
      () => forge([...leaves, ...leavesOf({ ...makeProof('coinflip', 2, 'rnd_again'), number: 131 }, 200)]),
      /FAIL leaf 268: the secret of rnd_again was used before, by leaf 6/,
    ],
    [
      'a leaf after the result, signed',
      () => forge([...leaves, leaves[2] ?? '']),
      /FAIL leaf 266: rnd_coinflip_1: a lock after the round was settled by leaf 3/,
    ],
  ];

  test.each(cases)('%s', async (_name, files, finding) => {
    const { status, out } = await verify('--from', await saved(files()));
    expect(out).toMatch(finding);
    expect(out).toMatch(/FAIL .*log-\d+: \d+ findings\n$/);
    expect(status).toBe(1);
  });

  test('a truncated file', async () => {
    const text = `${signLeaves(leaves)}\n${leaves.map((leaf) => `${leaf}\n`).join('')}`;
    await writeFile(at('cut.log'), text.slice(0, -1));
    expect((await verify('--from', at('cut.log'), '--log-key', LOG_KEY)).out).toContain(
      'FAIL leaf 265: the bundle of entries ends',
    );
    await writeFile(at('edited.log'), text.replace('"feeBps":500', '"feeBps":400'));
    expect((await verify('--from', at('edited.log'), '--log-key', LOG_KEY)).out).toContain(
      'FAIL the first 266 leaves hash to',
    );
  });

  test('a checkpoint that does not continue the earlier one', async () => {
    await writeFile(at('other'), signLeaves(makeLeaves(5, 'jackpot')));
    await writeFile(at('longer'), signLeaves([...leaves, termsLeaf()]));
    const log = await saved(honest);
    expect((await verify('--from', log, '--seen', at('other'))).out).toMatch(
      /FAIL the first 16 leaves hash to .* seen before/,
    );
    expect((await verify('--from', log, '--seen', at('longer'))).out).toContain(
      'FAIL leaf 266: the log has 266 leaves and had 267: it was truncated',
    );
  });

  test('another key, a false signature, a simulated beacon where only the public one is accepted', async () => {
    const log = await saved(honest);
    expect((await verify('--from', log, '--log-key', OTHER_KEY)).out).toContain('no trusted key has signed');
    const text = new TextDecoder().decode(honest.get('checkpoint'));
    const forged = await saved(new Map(honest).set('checkpoint', utf8(text.replace('\n266\n', '\n265\n'))));
    expect((await verify('--from', forged)).out).toContain('is false');
    expect((await verify('--from', log, '--live')).out).toMatch(/FAIL leaf 3: rnd_coinflip_1: .*beacon/);
  });
});

describe('status 2: the input cannot be used', () => {
  test.each<[string, () => string[], string]>([
    ['no log', () => [], '--all needs --site URL or --from'],
    ['two logs', () => ['--site', 'http://127.0.0.1:1', '--from', 'x'], 'not both'],
    ['a round as well', () => ['rnd_1', '--site', 'http://127.0.0.1:1'], 'do not name one'],
    ['a missing folder', () => ['--from', at('missing')], 'there is no '],
    ['a file that is no log', () => ['--from', at('no.log')], 'does not begin with a checkpoint'],
    ['a key that is none', () => ['--from', at('no-key'), '--log-key', 'x'], '--log-key: not a verifier key'],
    ['a log without its key', () => ['--from', at('no-key')], 'give it with --log-key'],
    ['no threads', () => ['--from', 'x', '--threads', '0'], '--threads: not a number from 1 to 999'],
    ['a site that does not answer', () => ['--site', 'http://127.0.0.1:1'], 'cannot fetch'],
  ])('%s', async (_name, args, message) => {
    await writeFile(at('no.log'), 'x');
    await mkdir(at('no-key'), { recursive: true });
    const { status, out, err } = await verify(...args());
    expect(err).toContain(message);
    expect(out).toBe('');
    expect(status).toBe(2);
  });

  test('the saved folder equals the served one', async () => {
    for (const path of ['checkpoint', FULL, PARTIAL, 'tile/0/000', 'tile/1/000.p/1'])
      expect(await readFile(at('kept', path))).toEqual(Buffer.from(honest.get(path) ?? []));
  });
});
