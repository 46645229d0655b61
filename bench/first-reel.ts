/**
 * `npx tsx bench/first-reel.ts`: from the last seat of a battle to its first reel, in a demo at its own pace. A player opens battles one after the other,
 * bots take the other seat, a socket notes when the result arrives, and a page in Chromium when its reels take up speed and when they begin to land.
 * Prints the median and the greatest of each part. The wait for the beacon belongs to the protocol.
 *
 * Needs the built client (`npm start` or `npm test -- journeys` builds it). Options: --battles 20
 */
import { parseArgs } from 'node:util';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { chromium, type Page } from '@playwright/test';
import config from '../e2e/playwright.config.ts';
import { Player } from '../e2e/lib/player.ts';
import { Site } from '../e2e/lib/site.ts';
import { load, median, say } from './lib/figures.ts';
import { watch } from './lib/spectator.ts';

const { values: given } = parseArgs({ options: { battles: { type: 'string', default: '20' } } });
/** The beacon's period. Locks fall on different instants of it, this far apart. */
const [PERIOD_MS, APART_MS] = [3_000, 730];
/** Has a balance in the demo. */
const ROOKBOLT = '76561198000000101';

/** Of one battle, epoch ms. */
interface Times {
  readonly lockedAt: number;
  readonly dueAt: number;
  readonly revealedAt: number;
  readonly arrivedAt: number;
  readonly startsAt: number;
  /** On the screen: the first faster frame, and the first of the landing. */
  readonly spinningAt: number;
  readonly landingAt: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function main(): Promise<void> {
  const site = await Site.start();
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const arrivals = new Map<string, number>();
    const spectator = await watch(Number(new URL(site.origin).port), 'casebattle', (fact) => {
      const [, id] = /"type":"casebattle\.settled".*?"id":"(rnd_\w+)"|$/.exec(fact) ?? [];
      if (id !== undefined) arrivals.set(id, Date.now());
    });
    const player = new Player(site.origin, 'rookbolt');
    await player.signUp(ROOKBOLT);
    const caseId = await cheapestCase(player);
    say(`load ${load()}`);
    const page = await browser.newPage({ baseURL: site.origin });
    const times = [];
    for (let n = 0; n < Number(given.battles); n++) {
      const id = await startBattle(player, caseId);
      const onScreen = await watchReels(page, id);
      times.push({ ...(await timesOf(player, id, arrivals)), ...onScreen });
      await pause((n * APART_MS) % PERIOD_MS);
    }
    spectator.close();
    printAll(times);
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function cheapestCase(player: Player): Promise<string> {
  const { response } = await player.get<Case[]>('/cases/list');
  const [cheapest] = [...(response ?? [])].sort((a, b) => a.priceUsd - b.priceUsd);
  if (cheapest === undefined) throw new Error('the site has no cases');
  return cheapest.id;
}

async function startBattle(player: Player, caseId: string): Promise<string> {
  const created = await player.post<{ gameId: string }>('/casebattle/create', {
    caseIds: [caseId],
    type: 'STANDARD_2',
  });
  const gameId = created.response?.gameId;
  const called = await player.post('/casebattle/bot', { gameId });
  if (gameId === undefined || !called.ok) throw new Error(`no battle: ${created.message} ${called.message}`);
  return gameId;
}

/** Resolves when the reels begin to land. Reads the place of the first one in every frame; it takes up speed when it passes twice as fast as before. */
const WATCH = `new Promise((resolve) => {
  let [top, at, spinningAt] = [NaN, 0, 0];
  requestAnimationFrame(function look(now) {
    const cell = document.querySelector('.reel-loop .reel-cell')?.getBoundingClientRect();
    if (document.querySelector('.reel-strip')) return resolve({ spinningAt, landingAt: Date.now() });
    const place = cell ? (cell.top - document.querySelector('.reel').getBoundingClientRect().top) / cell.height : NaN;
    if ((top - place) / (now - at) > 0.003) spinningAt ||= Date.now();
    [top, at] = [place, now];
    requestAnimationFrame(look);
  });
})`;

async function watchReels(page: Page, id: string): Promise<Pick<Times, 'spinningAt' | 'landingAt'>> {
  await page.goto(`/casebattles/${id}`);
  return page.evaluate(WATCH);
}

type ServerTimes = Omit<Times, 'spinningAt' | 'landingAt'>;

async function timesOf(player: Player, id: string, arrivals: ReadonlyMap<string, number>): Promise<ServerTimes> {
  for (;;) {
    const { response } = await player.get<CasebattleDetails>(`/casebattle/details/${id}`);
    const { startedAt: lockedAt, dueAt, revealedAt, replay } = response ?? {};
    const arrivedAt = arrivals.get(id);
    if (lockedAt && dueAt && revealedAt && replay && arrivedAt) {
      return { lockedAt, dueAt, revealedAt, arrivedAt, startsAt: replay.startsAt };
    }
    await pause(200);
  }
}

function printAll(times: readonly Times[]): void {
  say(`${times.length} battles, load ${load()}; ms, median and greatest`);
  print('last seat to speed-up', times, ({ lockedAt, spinningAt }) => spinningAt - lockedAt);
  print('  last seat to beacon', times, ({ lockedAt, dueAt }) => dueAt - lockedAt);
  print('  beacon to settlement', times, ({ dueAt, revealedAt }) => revealedAt - dueAt);
  print('  settlement to a viewer', times, ({ revealedAt, arrivedAt }) => arrivedAt - revealedAt);
  print('last seat to landing', times, ({ lockedAt, landingAt }) => landingAt - lockedAt);
  print('  beacon to landing', times, ({ dueAt, startsAt }) => startsAt - dueAt);
  print('  landing to its first frame', times, ({ startsAt, landingAt }) => landingAt - startsAt);
}

function print(part: string, times: readonly Times[], length: (of: Times) => number): void {
  const lengths = times.map(length);
  say(`${part.padEnd(28)} ${Math.round(median(lengths))}  ${Math.max(...lengths)}`);
}

await main();
