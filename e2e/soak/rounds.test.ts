/**
 * Rounds of every game at high speed under a clock that is moved, while server and database are killed, beacons are late, lie and disagree, keys are
 * sent twice and connections break. Then the checks: every acknowledged stake ended once, every invariant, who holds which item, and the whole public
 * log with the command that strangers use, which in turn must detect each tampering with that log.
 *
 * 32 rounds of each game; FAIRPOT_SOAK_ROUNDS=1000 for the long run, FAIRPOT_SOAK_MINUTES to end it early (it fails then). FAIRPOT_SEED repeats a
 * run's plan.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { GAME_NAMES, type GameName } from '@fairpot/contract/games/games';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, wrongHoldings, stakesNotEndedOnce } from '../lib/soak/account.ts';
import { Crowd, type SoakGame } from '../lib/soak/crowd.ts';
import { FastSite } from '../lib/soak/fast-site.ts';
import { waveFailures, describeWaveFailures } from '../lib/soak/failure.ts';
import { random } from '../lib/soak/random.ts';
import { finishAll, playWave, settledOf } from '../lib/soak/rounds.ts';
import { TAMPERINGS, tamperedLog } from '../lib/soak/tamper/tamper.ts';
import { logIsComplete, runVerifier, verifyHere } from '../lib/soak/verifier.ts';

const ROUNDS = Number(process.env['FAIRPOT_SOAK_ROUNDS'] ?? 32);
const PLAYERS = 10;
const seed = Number(process.env['FAIRPOT_SEED'] ?? randomInt(2 ** 31));
const next = random(seed);
/** A long run meets more of everything, and the machine has to restart the server after each kill. */
const KILLS = ROUNDS <= 100 ? 2 : Math.round(ROUNDS / 60);
const DAYS = Math.max(1, Math.round(ROUNDS / 250));
/** A run that is cut short fails, but everything that it played is checked. */
const MAX_MS = 60_000 * Number(process.env['FAIRPOT_SOAK_MINUTES'] ?? 110);
/** A wave plays at most one pot, and none while the last one is still being drawn. */
const MAX_WAVES = Math.ceil(ROUNDS * 2.5) + 20;
const slugs = ITEM_TYPES.filter(({ priceCents }) => priceCents > 300 && priceCents < 4_000).map(({ slug }) => slug);
const say = (text: string) => process.stdout.write(`${text}\n`);

/** How the crowd plays this game: each has its own file. */
async function soakOf(game: GameName): Promise<SoakGame> {
  return ((await import(`../lib/${game}/soak.ts`)) as { readonly soak: SoakGame }).soak;
}

let site: FastSite;
let crowd: Crowd;
let folder: string;
/** The checks need all rounds to be played, and those of the log that it was saved. */
const done = { played: false, saved: false };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fp-soak-'));
  site = await FastSite.start();
  crowd = new Crowd(site, next, slugs, await Promise.all(GAME_NAMES.map(soakOf)));
  await crowd.signUp(PLAYERS);
}, 180_000);

afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test(`${ROUNDS} rounds of each game under failures (FAIRPOT_SEED=${seed})`, { timeout: 7_200_000 }, async () => {
  const plans = waveFailures(ROUNDS, next, KILLS, DAYS);
  const began = performance.now();
  const games = crowd.games.filter(({ canPlay }) => canPlay?.(crowd) ?? true).map(({ game }) => game);
  let wave = 0;
  for (; wave < MAX_WAVES; wave++) {
    await playWave(site, crowd, plans[wave] ?? { kill: null, fault: null, dayAway: false }, wave);
    const settled = await settledOf(site);
    if (performance.now() - began > MAX_MS) break;
    if (wave + 1 >= ROUNDS && games.every((game) => (settled.get(game) ?? 0) >= ROUNDS)) break;
  }
  await finishAll(site, crowd);
  const settled = await settledOf(site);
  const seconds = (performance.now() - began) / 1_000;
  const { keysTwice, connectionsCut, refused } = crowd.disturbed;
  say(
    `${[...settled].map(([game, n]) => `${n} ${game}`).join(', ')} settled in ${wave + 1} waves, ` +
      `${seconds.toFixed(0)} s`,
  );
  say(
    `${crowd.acknowledged.length} stakes acknowledged; ${describeWaveFailures(plans.slice(0, wave + 1))}; ` +
      `keys sent twice ${keysTwice}, connections cut ${connectionsCut}`,
  );
  say(`refused: ${[...refused].map(([what, n]) => `${what} ${n}`).join(', ')}`);
  done.played = true;
  for (const game of games) expect(settled.get(game), game).toBeGreaterThanOrEqual(ROUNDS);
});

test('every acknowledged stake was settled or returned once, every item is where the results say', async ({ skip }) => {
  skip(!done.played);
  expect(await stakesNotEndedOnce(site.db, crowd.acknowledged)).toEqual([]);
  expect(await wrongHoldings(site, crowd)).toEqual([]);
});

test('every invariant of the server holds, items and cents among them', { timeout: 300_000 }, async ({ skip }) => {
  skip(!done.played);
  expect(await brokenInvariants(site)).toEqual([]);
});

test('fairpot-verify --all --site: the whole public log holds', { timeout: 600_000 }, async ({ skip }) => {
  skip(!done.played);
  await logIsComplete(site);
  const at = `${site.origin}/api/fair/log`;
  const read = async (path: string) =>
    ((await (await fetch(`${at}/${path}`)).json()) as { response: { key: string; policy: string } }).response;
  const policy = join(folder, 'policy');
  writeFileSync(policy, (await read('witnesses')).policy);
  const pinned = ['--log-key', (await read('head')).key, '--witness-policy', policy, '--require-witness'];
  const { status, out } = await runVerifier('--site', site.origin, ...pinned, '--save', join(folder, 'log'));
  say(out.trim());
  expect(out).toMatch(/OK {3}http.*: the whole log holds\n$/);
  expect(status).toBe(0);
  done.saved = true;
});

describe('fairpot-verify detects each tampering with this very log and names the leaf', () => {
  test.for(TAMPERINGS)('%s', { timeout: 300_000 }, async (name, { skip }) => {
    skip(!done.saved);
    const tampered = tamperedLog(name, join(folder, 'log'), folder);
    if (tampered === null) return expect(crowd.hasCases, 'only battles may be missing').toBe(false);
    const { status, out } = await verifyHere(...tampered.args);
    expect(out).toMatch(tampered.finding);
    expect(status).toBe(1);
  });
});
