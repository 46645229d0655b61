/**
 * The command as a player runs it: plain node, real files, a real HTTP server; every exit status. Its sources are
 * bundled into one file, because translating them takes most of a run; one test shows that the command translates them
 * itself.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeProof, TEST_CHAIN } from '../testing/rounds.ts';

const BIN = join(import.meta.dirname, '../../bin/fairpot-verify.mjs');
const VECTORS = join(import.meta.dirname, '../../vectors/fairness-vectors.json');
const SEALS = join(import.meta.dirname, '../../vectors/seal-vectors.json');
const coinflip = makeProof('coinflip');
let folder = '';
let bundle = '';
let server: Server;
let site = '';

interface RunResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs in a folder outside the checkout, as a player would. */
function verify(...args: string[]): Promise<RunResult> {
  return run(bundle, args);
}

function run(command: string, args: readonly string[]): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [command, ...args], { cwd: folder }, (error, out, err) => {
      const status = error === null ? 0 : error.code;
      if (typeof status === 'number') resolve({ status, out, err });
      else reject(error ?? new Error('no exit status'));
    });
  });
}

/** The command with all its imports; a bundle needs no translator. */
async function bundled(): Promise<string> {
  const file = join(folder, 'fairpot-verify.mjs');
  await writeFile(join(folder, 'no-translator.mjs'), 'export const register = () => undefined;');
  const alias = { 'tsx/esm/api': join(folder, 'no-translator.mjs') };
  await build({ entryPoints: [BIN], outfile: file, bundle: true, platform: 'node', format: 'esm', alias });
  return file;
}

async function save(name: string, value: unknown): Promise<string> {
  await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return name;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairpot-verify-'));
  bundle = await bundled();
  server = createServer((request, response) => {
    const answers: Readonly<Record<string, [number, string]>> = {
      [`/api/fair/round/${coinflip.roundId}`]: [200, JSON.stringify({ success: true, response: coinflip })],
      '/api/fair/round/rnd_scripted': [
        200,
        JSON.stringify({
          success: true,
          response: { v: 'fp/2', game: 'coinflip', roundId: 'rnd_scripted', scripted: true },
        }),
      ],
      '/api/fair/round/rnd_other': [200, JSON.stringify({ success: true, response: coinflip })],
      '/api/fair/round/rnd_html': [200, '<!doctype html>'],
    };
    const [status, body] = answers[request.url ?? ''] ?? [404, '{"success":false,"message":"ERR_NO_GAME"}'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
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
  test('golden vectors', async () => {
    const { status, out } = await verify('--vectors', VECTORS);
    expect(out).toMatch(/^OK {3}.*all 30 vectors agree\n$/);
    expect(status).toBe(0);
  });

  test('golden vectors of seals', async () => {
    const { status, out } = await verify('--vectors', SEALS);
    expect(out).toMatch(/^OK {3}.*all 8 vectors agree\n$/);
    expect(status).toBe(0);
  });

  test('a saved round, with its trace', async () => {
    const { status, out } = await run(BIN, [await save('round.json', coinflip)]);
    expect(out).toContain('ok   commitment: The secret opens the commitment');
    expect(out).toContain('rejected = 0');
    expect(out).toMatch(/OK {3}round\.json: all 16 checks pass \(SIMULATED BEACON/);
    expect(status).toBe(0);
  });

  test('a round of a site, its beacon pinned by a file', async () => {
    const chain = await save('chain.json', TEST_CHAIN);
    const { status, out } = await verify(coinflip.roundId, '--site', site, '--live', '--chain', chain, '--quiet');
    expect(out).toMatch(/^OK {3}rnd_coinflip_1: all 16 checks pass/);
    expect(status).toBe(0);
  });

  test('--help', async () => {
    expect(await verify('--help')).toMatchObject({ status: 0, out: expect.stringContaining('Usage:') as string });
  });
});

describe('status 1 names the first difference', () => {
  test('a changed vector', async () => {
    const vectors = JSON.parse(await readFile(VECTORS, 'utf8')) as Array<{ outcome: object }>;
    const changed = vectors.map((vector, i) =>
      i === 4 ? { ...vector, outcome: { ...vector.outcome, ticket: 1 } } : vector,
    );
    const { status, out } = await verify('--vectors', await save('changed.json', changed));
    expect(out).toMatch(
      /^FAIL changed\.json: vector 4 \(jackpot rnd_open_4\): outcome\.ticket: computed \d+, published 1\n$/,
    );
    expect(status).toBe(1);
  });

  test('a changed seal vector', async () => {
    const vectors = JSON.parse(await readFile(SEALS, 'utf8')) as Array<{ roundId: string }>;
    const changed = vectors.map((vector, i) => (i === 2 ? { ...vector, roundId: 'rnd_other' } : vector));
    const { status, out } = await verify('--vectors', await save('seals.json', changed));
    expect(out).toMatch(/^FAIL seals\.json: vector 2 \(seal rnd_other\): secretHex: computed "/);
    expect(status).toBe(1);
  });

  test('a changed round', async () => {
    const { status, out } = await verify(
      await save('cheat.json', { ...coinflip, secret: `${coinflip.secret.slice(0, -1)}0` }),
    );
    expect(out).toMatch(
      /FAIL cheat\.json: first difference at commitment: computed [0-9a-f]{64}, expected [0-9a-f]{64}/,
    );
    expect(status).toBe(1);
  });

  test('a simulated beacon where only the public one is accepted', async () => {
    const { status, out } = await verify(await save('demo.json', coinflip), '--live', '--quiet');
    expect(out).toMatch(/^FAIL demo\.json: first difference at beacon-chain: computed unknown chain/);
    expect(status).toBe(1);
  });

  test('a secret that two rounds share', async () => {
    const again = await save('again.json', makeProof('coinflip', 1, 'rnd_again'));
    const { status, out } = await verify(await save('once.json', coinflip), again, '--quiet');
    expect(out).toContain('FAIL the random part of the secret of rnd_coinflip_1 is used again by rnd_again');
    expect(status).toBe(1);
  });

  test('a valid proof of another round', async () => {
    const { status, out } = await verify('rnd_other', '--site', site);
    expect(out).toContain('first difference at seen-round: computed rnd_coinflip_1, expected rnd_other');
    expect(status).toBe(1);
  });

  test('a scripted round', async () => {
    const { status, out } = await verify('rnd_scripted', '--site', site);
    expect(out).toContain('SCRIPTED: winner chosen by staff');
    expect(status).toBe(1);
  });
});

describe('status 2: the input cannot be used', () => {
  test.each<[string, string[], string]>([
    ['no arguments', [], 'nothing to check'],
    ['an unknown option', ['--fast'], "Unknown option '--fast'"],
    ['--vectors without a file', ['--vectors'], 'argument missing'],
    ['vectors and a round', ['--vectors', 'a.json', 'b.json'], 'nothing else'],
    ['a missing file', ['missing.json'], 'cannot read missing.json'],
    ['a file that is not JSON', ['text.json'], 'text.json is not JSON'],
    ['JSON that is no round', ['list.json'], 'round: not an object'],
    ['JSON that is no vectors', ['--vectors', 'empty.json'], 'vectors: not an array'],
    ['no vectors at all', ['--vectors', 'list.json'], 'vectors: 0 items'],
    ['a chain that is none', ['good.json', '--chain', 'empty.json'], 'chain.chainHash: missing'],
    ['a site that is no URL', ['rnd_1', '--site', 'fairpot'], 'not an http(s) URL'],
    ['an id that is none', ['../user', '--site', 'http://127.0.0.1:1'], 'not a round id'],
    [
      'a site that does not answer',
      ['rnd_1', '--site', 'http://127.0.0.1:1'],
      'cannot fetch http://127.0.0.1:1/api/fair/round/rnd_1',
    ],
  ])('%s', async (_, args, message) => {
    await save('text.json', 'not json');
    await save('list.json', []);
    await save('empty.json', {});
    await save('good.json', coinflip);
    const { status, out, err } = await verify(...args);
    expect(err).toContain(message);
    expect(out).toBe('');
    expect(status).toBe(2);
  });

  test('a round that the site does not know, and a response that is not JSON', async () => {
    const unknown = await verify('rnd_unknown', '--site', site);
    expect(unknown).toMatchObject({ status: 2, out: '' });
    expect(unknown.err).toContain('answered 404: {"success":false,"message":"ERR_NO_GAME"}');
    expect(await verify('rnd_html', '--site', site)).toMatchObject({ status: 2, out: '' });
  });
});
