/** `fairpot-verify --all` on logs of sites with more or fewer games than this version knows. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { canon } from '../encoding/canon.ts';
import { duelLeaves } from '../testing/duel.ts';
import { leavesOf, LOG_KEY, signLeaves, termsLeaf } from '../testing/logs.ts';
import { makeProof } from '../testing/rounds.ts';
import { main } from './main.ts';

const STORED = join(import.meta.dirname, '../../vectors/three-games-log.txt');
const flip = makeProof('coinflip', 1);
const duelOf = (over?: object) => duelLeaves(flip.lock.lockedAt + 120_000, over);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairpot-unverified-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function verify(file: string, ...args: string[]): Promise<{ status: number; out: string }> {
  let out = '';
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  try {
    return { status: await main(['--all', '--from', file, '--quiet', ...args]), out };
  } finally {
    written.mockRestore();
  }
}

async function saved(name: string, leaves: readonly string[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `${signLeaves(leaves)}\n${leaves.join('\n')}\n`);
  return file;
}

test('a stored log of a site, byte for byte', async () => {
  const { status, out } = await verify(STORED, '--log-key', LOG_KEY);
  expect(`${status} ${out}`).toMatch(/^0 .*16 leaves; rounds: 3 settled, 1 cancelled, 0 voided, 2 running; /s);
  expect(out).not.toContain('NOT VERIFIED');
});

test('rounds of an unknown game: reported by name and count, and the status is neither 0 nor that of a lie', async () => {
  const leaves = [termsLeaf({ fees: { coinflip: 500, duel: 500 } }), ...leavesOf(flip, 1), ...duelOf()];
  const { status, out } = await verify(await saved('duel.log', leaves), '--log-key', LOG_KEY);
  expect(`${status} ${out}`).toMatch(/^4 /);
  expect(out).toContain('7 leaves; rounds: 1 settled, 0 cancelled, 0 voided, 0 running; 1 NOT VERIFIED;');
  expect(out).toContain('NOT VERIFIED: 1 settled rounds of duel');
  expect(out).toMatch(/\?\?\?\? .*everything this version can verify holds, but 1 settled rounds/);
});

test('a lie elsewhere in the log is still a lie', async () => {
  const [open, lock, result] = leavesOf(flip, 1);
  const lie = canon({ ...(JSON.parse(result) as object), secret: `fp2.coinflip.x.${'00'.repeat(32)}` });
  const leaves = [termsLeaf({ fees: { coinflip: 500, duel: 500 } }), open, lock, lie, ...duelOf()];
  const { status, out } = await verify(await saved('lie.log', leaves), '--log-key', LOG_KEY);
  expect(`${status} ${out}`).toMatch(/^1 /);
  expect(out).toMatch(/FAIL leaf 3: /);
});

test('a site without one of the games, and one that announces a game without rounds', async () => {
  for (const fees of [{ coinflip: 500 }, { coinflip: 500, duel: 500 }]) {
    const leaves = [termsLeaf({ fees }), ...leavesOf(flip, 1)];
    const file = await saved(`fees${Object.keys(fees).length}.log`, leaves);
    expect((await verify(file, '--log-key', LOG_KEY)).status).toBe(0);
  }
});
