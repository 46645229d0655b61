/**
 * A stranger builds on a running demo: installs `fairpot-client` from its tarball, plays with the example bot under a player's key, and reads the round
 * with the reader in Python. Then the key is revoked, and the bot of before does nothing more.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/processes.ts';
import { FastSite } from '../lib/soak/fast-site.ts';
import { logIsComplete } from '../lib/soak/verifier.ts';
import { fundedPlayer, type FundedPlayer } from '../lib/operator-table.ts';

const BOT = join(root, 'api-client/package/examples/coinflip-bot.mjs');
const READER = join(root, 'docs/how-to/read_round.py');
const MAX_BOT_LINES = 100;
const hasPython = spawnSync('python3', ['--version']).status === 0;

let site: FastSite;
let player: FundedPlayer;
let folder: string;
beforeAll(async () => {
  site = await FastSite.start();
  player = await fundedPlayer(site, 'bo');
  folder = mkdtempSync(join(tmpdir(), 'fp-builder-'));
  const built = spawnSync(process.execPath, ['scripts/packages.mjs', join(folder, 'packages')], { cwd: root });
  expect(built.status, String(built.stderr)).toBe(0);
  const use = join(folder, 'use');
  mkdirSync(use);
  writeFileSync(join(use, 'package.json'), '{"private":true,"type":"module"}');
  const name = readdirSync(join(folder, 'packages')).find((each) => /^fairpot-client-.*\.tgz$/.test(each)) ?? '';
  const tarball = join(folder, 'packages', name);
  const env = { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' };
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: use, env });
  expect(installed.status, String(installed.stderr)).toBe(0);
}, 300_000);
afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function newKey(...scopes: readonly string[]): Promise<{ key: string; id: string }> {
  const key = `fp_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  const { ok, response } = await player.player.post<{ id: string }>('/user/keys/create', { name: 'bot', scopes, hash });
  expect(ok).toBe(true);
  return { key, id: response?.id ?? '' };
}

/** Runs the bot from the package; `beside` is repeated until it ends. */
async function bot(key: string, rounds: number, beside: () => Promise<void>): Promise<{ code: number; out: string }> {
  const program = join(folder, 'use/node_modules/fairpot-client/examples/coinflip-bot.mjs');
  const env = { ...process.env, FAIRPOT_SITE: site.origin, FAIRPOT_KEY: key };
  const child = spawn(process.execPath, [program, String(rounds)], { cwd: join(folder, 'use'), env });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  try {
    for (;;) {
      const code = await Promise.race([ended, new Promise<null>((resolve) => setTimeout(resolve, 300, null))]);
      if (code !== null) return { code, out };
      await beside();
    }
  } finally {
    child.kill('SIGKILL');
  }
}

/** Moves the clock a little, so that countdowns end, beacons come and results are written. */
const timePasses = () => site.advance(5_000);
let roundId = '';

test('the example bot, of less than 100 lines, plays two coinflips under the badge API', async () => {
  expect(readFileSync(BOT, 'utf8').split('\n').length - 1).toBeLessThan(MAX_BOT_LINES);
  const { key } = await newKey('read', 'play');
  const { code, out } = await bot(key, 2, timePasses);
  expect(out).toMatch(/^bo plays 2 coinflips at/);
  const rounds = [...out.matchAll(/^\d (rnd_\w+) (won|lost) as API; in a checkout: npm run verify -- /gm)];
  expect(rounds, out).toHaveLength(2);
  expect(code).toBe(0);
  roundId = rounds[0]?.[1] ?? '';
  const { response } = await player.player.get<{ keys: { lastUsedAt: number | null }[] }>('/user/keys');
  expect(response?.keys[0]?.lastUsedAt).toBeGreaterThan(0);
}, 120_000);

test('the bot stops at a limit of its player, and says so', async () => {
  const limit = { kind: 'stake', span: 'day', limitUsd: 0 };
  expect((await player.player.post('/user/limits/set', limit)).ok).toBe(true);
  const { key } = await newKey('read', 'play');
  const { code, out } = await bot(key, 1, timePasses);
  expect(out).toMatch(/^stopped: .*limit/im);
  expect(code).toBe(0);
}, 120_000);

test('the bot stops when its key is revoked, and fails beyond its scope', async () => {
  const { key, id } = await newKey('read', 'play');
  expect((await player.player.post('/user/keys/revoke', { id })).ok).toBe(true);
  expect((await bot(key, 1, timePasses)).out).toContain('stopped: This API key is unknown or was revoked');
  const { key: reads } = await newKey('read');
  const { code, out } = await bot(reads, 1, timePasses);
  expect(out).toContain('This API key may not do that');
  expect(code).not.toBe(0);
}, 120_000);

// CI has Python; a machine without it cannot run this.
test.skipIf(!hasPython && process.env['CI'] === undefined)(
  'a reader in Python recomputes the round over HTTP',
  async () => {
    await logIsComplete(site);
    const { code, out } = await new Promise<{ code: number; out: string }>((resolve) => {
      execFile(
        'python3',
        [READER, site.origin, roundId, '--drand', `${site.origin}/sim/beacon`],
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, out: stdout + stderr }),
      );
    });
    expect(out).not.toContain('FAIL');
    expect(out.match(/^ok /gm)?.length, out).toBeGreaterThan(10);
    expect(out).toContain('the result follows from them: {"ticket"');
    expect(code).toBe(0);
  },
  60_000,
);
