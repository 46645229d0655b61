/**
 * Trades with a Steam that fails in every way that the simulator knows, under a clock that is moved, while server, trade worker and database are
 * killed: deposits to items and to the balance, stakes straight from Steam, withdrawals, of all three games. Then Steam and site are compared: every
 * item in exactly one place, nothing credited twice, every order over, every cent accounted for.
 *
 * 100 trades; FAIRPOT_SOAK_TRADES=2000 for the long run, FAIRPOT_SOAK_MINUTES to end it early (it fails then). FAIRPOT_SEED repeats a run's plan.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GAME_SETTINGS } from '../../server/src/games/games.ts';
import { SITE_SETTINGS } from '../../server/src/platform/runner/settings.ts';
import { writeSetting } from '../../server/testing/settings.ts';
import { brokenInvariants } from '../lib/soak/account.ts';
import { FastSite } from '../lib/soak/fast-site.ts';
import { random } from '../lib/soak/random.ts';
import {
  wrongAssets,
  wrongBets,
  creditedTwice,
  wrongItems,
  wrongBalances,
  wrongOrders,
} from '../lib/soak/trade-account.ts';
import { tradeFailures, describeTradeFailures } from '../lib/soak/trade-failure.ts';
import { TradeProcess } from '../lib/soak/trade-process.ts';
import { endAll, tradeWave, type ActionCounts, type TradeScene } from '../lib/soak/trade-waves.ts';
import { APPS, Traders } from '../lib/soak/traders.ts';
import { logIsComplete, runVerifier } from '../lib/soak/verifier.ts';

const TRADES = Number(process.env['FAIRPOT_SOAK_TRADES'] ?? 100);
const LONG = TRADES > 200;
const TRADERS = LONG ? 40 : 20;
const seed = Number(process.env['FAIRPOT_SEED'] ?? randomInt(2 ** 31));
const next = random(seed);
/** About this many orders are made in a wave. */
const PLANNED = Math.ceil(TRADES / (LONG ? 26 : 14));
const MAX_WAVES = 4 * PLANNED + 10;
const KILLS = LONG ? Math.round(PLANNED / 6) : 1;
const MAX_MS = 60_000 * Number(process.env['FAIRPOT_SOAK_MINUTES'] ?? 110);
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Item types that are expensive enough to deposit alone, by game. */
const names = new Map(
  APPS.map((app) => [
    app,
    ITEM_TYPES.filter(({ appId, priceCents }) => appId === app && priceCents > 300 && priceCents < 4_000).map(
      ({ marketHashName }) => marketHashName,
    ),
  ]),
);

let site: FastSite;
let scene: TradeScene;
let botId: string;
/** The checks follow once everything was played. */
const done = { played: false };

beforeAll(async () => {
  site = await FastSite.start();
  const bot = JSON.parse(readFileSync(site.steam.botFile, 'utf8')) as { steamId: string };
  botId = bot.steamId;
  const traders = new Traders(site, seed, names);
  await traders.signUp(TRADERS);
  // Reached now and then, and no more.
  await writeSetting(site.db, SITE_SETTINGS, 'deposit.firstDayCents', 15_000, site.now());
  await writeSetting(site.db, SITE_SETTINGS, 'withdraw.dayCents', 8_000, site.now());
  await writeSetting(site.db, SITE_SETTINGS, 'withdraw.hourCents', 30_000, site.now());
  await writeSetting(site.db, GAME_SETTINGS, 'coinflip.minbetCents', 100, site.now());
  scene = { site, traders, worker: new TradeProcess(site), next };
}, 180_000);

afterAll(async () => {
  await scene?.worker.stop();
  await site.stop();
}, 60_000);

const ordered = async () =>
  (await site.db.one<{ n: number }>({ text: 'select count(*)::integer as n from trade_orders', values: [] })).n;

test(`${TRADES} trades under failures (FAIRPOT_SEED=${seed})`, { timeout: 7_200_000 }, async () => {
  const plans = tradeFailures(MAX_WAVES, next, KILLS, PLANNED);
  const did: ActionCounts = new Map();
  const began = performance.now();
  let wave = 0;
  for (; wave < MAX_WAVES; wave += 1) {
    await tradeWave(scene, plans[wave] ?? { kill: null, faults: [], sessionsEnd: false }, wave, did);
    if (performance.now() - began > MAX_MS || ((await ordered()) >= TRADES && wave + 1 >= PLANNED)) break;
  }
  await endAll(site);
  const { traders } = scene;
  const counted = (map: ReadonlyMap<string, number>) => [...map].map(([what, n]) => `${what} ${n}`).join(', ');
  const { ends } = await wrongOrders(site);
  say(
    `${await ordered()} trades in ${wave + 1} waves, ` +
      `${((performance.now() - began) / 1_000).toFixed(0)} s: ${counted(ends)}`,
  );
  say(
    `${describeTradeFailures(plans.slice(0, wave + 1))}; keys sent twice ${traders.keysTwice}, ` +
      `connections cut ${traders.connectionsCut}`,
  );
  const bets = await wrongBets(site);
  say(`at Steam: ${counted(did)}; bets: ${counted(bets.ends)}`);
  say(`refused: ${counted(traders.refused)}`);
  done.played = true;
  expect(await ordered()).toBeGreaterThanOrEqual(TRADES);
});

test("every order is over, and agrees with Steam's offer and trade", async ({ skip }) => {
  skip(!done.played);
  expect((await wrongOrders(site)).wrong).toEqual([]);
  expect(await creditedTwice(site)).toEqual([]);
});

test('every stake from Steam was placed once, whole, or never', async ({ skip }) => {
  skip(!done.played);
  const { wrong, ends } = await wrongBets(site);
  expect(wrong).toEqual([]);
  expect(ends.get('PLACED') ?? 0).toBeGreaterThan(0);
});

test('every item is in exactly one place, at Steam or on the site', async ({ skip }) => {
  skip(!done.played);
  expect(await wrongAssets(site, await scene.traders.account(botId))).toEqual([]);
  expect(await wrongItems(site, scene.traders)).toEqual([]);
});

test('every balance is what was deposited to it, and nothing is reserved', async ({ skip }) => {
  skip(!done.played);
  expect(await wrongBalances(site, scene.traders)).toEqual([]);
});

test('every invariant of the server holds', { timeout: 300_000 }, async ({ skip }) => {
  skip(!done.played);
  expect(await brokenInvariants(site)).toEqual([]);
});

test('fairpot-verify --all --site: the whole public log holds', { timeout: 600_000 }, async ({ skip }) => {
  skip(!done.played);
  await logIsComplete(site);
  const at = `${site.origin}/api/fair/log/head`;
  const { response } = (await (await fetch(at)).json()) as { response: { key: string } };
  const { status, out } = await runVerifier('--site', site.origin, '--log-key', response.key);
  say(out.trim());
  expect(out).toMatch(/OK {3}http.*: the whole log holds\n$/);
  expect(status).toBe(0);
});
