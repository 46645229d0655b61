/**
 * `npx tsx e2e/smooth.ts`: how smooth the busiest screens are in Chromium: the chat at 50 messages a second, the picker with 5,000 items scrolled
 * from end to end by a script at four speeds and by a wheel, a page of text turned by a wheel as the baseline for it, and the reels of a battle. Prints
 * frames a second and frame times. A measurement and not a test: the result depends on the machine, which must be idle and must not have rendered
 * anything else.
 *
 * Needs the built client (`npm start` or `npm test -- journeys` builds it). Options: --seconds 10 --rate 50 --cpu 4 (a processor of a quarter of the
 * speed) --screens chat,picker-2400 --origin http://127.0.0.1:3000 (a site that runs already) --work (also the work of the main thread by kind; the trace
 * costs frames) --builds web/dist,/tmp/before --turns 3 (each screen with each build of the client in turn, for what a busy machine cannot compare
 * otherwise)
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { chromium, type Browser, type CDPSession, type Locator, type Page } from '@playwright/test';
import config from './playwright.config.ts';
import { emptyPlaces } from './lib/empty-places.ts';
import { signIn } from './lib/demo-person.ts';
import { serveBuild } from './lib/other-build.ts';
import { watchPresentedFrames } from './lib/presented-frames.ts';
import { totalOf, traceMainThread, type WorkByKind } from './lib/main-thread.ts';
import { Player } from './lib/player.ts';
import { Site } from './lib/site.ts';

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '50' },
    cpu: { type: 'string', default: '1' },
    screens: {
      type: 'string',
      default: 'idle,chat,picker-1200,picker-2400,picker-4800,picker-7200,wheel-text,wheel,reels',
    },
    origin: { type: 'string' },
    work: { type: 'boolean', default: false },
    builds: { type: 'string' },
    turns: { type: 'string', default: '1' },
  },
});
const seconds = Number(given.seconds);
const rate = Number(given.rate);
const slower = Number(given.cpu);
const POSTERS = 10;
/** Owns 5,000 items in the demo. */
const MIREL = '76561198000000103';
/** Longer than two frames at sixty a second: late enough to see. */
const LATE_MS = 34;
const PICKER = '[data-modal] [role=listbox]';
const TURNS = 10;
const TURN_PX = 1_500;
const TURN_PX_PER_S = 3_000;

interface Frames {
  /** Ms between neighbouring frames. */
  readonly gaps: readonly number[];
  readonly ms: number;
  /** Of the main thread, in ms of the processor; null unless asked for. */
  readonly work: WorkByKind | null;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const SCREENS = {
  idle: { name: 'an idle page', play: idle },
  chat: { name: `chat, ${rate} messages a second`, play: chat },
  // A wheel turns at up to 3,000 px a second; a fling begins faster and slows down.
  'picker-1200': pickerAt(1_200),
  'picker-2400': pickerAt(2_400),
  'picker-4800': pickerAt(4_800),
  'picker-7200': pickerAt(7_200),
  wheel: { name: 'picker, turned by a wheel, frames presented', play: turnedPicker },
  'wheel-text': { name: 'a page of text, turned by a wheel, frames presented', play: turnedText },
  reels: { name: 'the reels of a battle', play: reels },
} as const;
type Screen = keyof typeof SCREENS;

async function main(): Promise<void> {
  const site = given.origin === undefined ? await Site.start() : null;
  const origin = given.origin ?? site?.origin ?? '';
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    say(
      `Chromium ${browser.version()}, ${cpus().length} cores, ` +
        `CPU/${slower}, load ${(loadavg()[0] ?? 0).toFixed(1)}, ${seconds} s each`,
    );
    for (const screen of given.screens.split(',') as Screen[]) {
      for (let turn = 0; turn < Number(given.turns); turn++) {
        for (const build of given.builds?.split(',') ?? [null]) await show(browser, origin, screen, build);
      }
    }
    say(`load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`);
  } finally {
    await browser.close();
    await site?.stop();
  }
}

/** One measurement, in a context of its own. `build`: the folder of a client to use instead of the site's. */
async function show(browser: Browser, origin: string, screen: Screen, build: string | null): Promise<void> {
  const { name, play } = SCREENS[screen];
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    ...(build !== null && { bypassCSP: true, serviceWorkers: 'block' }),
  });
  if (build !== null) await serveBuild(context, build);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  report(build === null ? name : `${name}, ${build}`, await play(page, origin));
  await context.close();
}

/** The machine's frame rate on an idle page, as the baseline for the others. */
async function idle(page: Page): Promise<Frames> {
  await page.goto('/faq');
  await pause(2_000);
  return measured(page, null);
}

async function chat(page: Page, origin: string): Promise<Frames> {
  const players = Array.from({ length: POSTERS }, (_, i) => new Player(origin, `talker-${i}`));
  for (const player of players) await player.signUp();
  await page.goto('/');
  await page.getByRole('log').waitFor();
  await pause(1_000);
  const frames = measured(page, null);
  const began = performance.now();
  let posted = 0;
  await Promise.all(
    players.map(async (player) => {
      while (performance.now() - began < 1_000 * seconds) {
        await pause(Math.max(0, began + (1_000 * posted) / rate - performance.now()));
        const answer = await player.post('/chat/create', {
          message: `Number ${posted++} of a busy evening :gg: @${player.name}`,
        });
        if (!answer.ok) throw new Error(`a message was refused: ${answer.message}`);
      }
    }),
  );
  say(`  ${(posted / seconds).toFixed(1)} messages a second posted`);
  await page
    .getByRole('log')
    .getByText(/of a busy evening/)
    .last()
    .waitFor();
  return frames;
}

/** A script moves the list by the same distance in each frame. `speed`: px a second at 60 frames a second. */
function pickerAt(speed: number) {
  return {
    name: `picker, 5,000 items, ${speed} px a second`,
    play: async (page: Page): Promise<Frames> => {
      await openPicker(page);
      return measured(page, { list: PICKER, step: speed / 60 });
    },
  };
}

/** As a person does it: ten turns of a wheel down and ten up. The compositor scrolls, and the script fills in the tiles. */
async function turnedPicker(page: Page): Promise<Frames> {
  await openPicker(page);
  const list = page.locator(PICKER);
  const tile = list.getByRole('option');
  const cdp = await page.context().newCDPSession(page);
  const turns = Array.from({ length: 2 * TURNS }, (_, n) => (n < TURNS ? -1 : 1));
  // Of the list, the first tile is certainly on the screen.
  const wheel = { list, over: tile.first(), turns };
  const frames = await turnedBy(page, cdp, wheel);
  const { frames: pictures, empty } = await emptyPlaces(page, cdp, { list, tile, move: () => turn(cdp, wheel) });
  say(`  ${empty} of ${pictures} pictures of frames have an empty place`);
  return frames;
}

/** The same on a page where the script has nothing to do: what this browser presents at most. Down and up in turn, because the page is short. */
async function turnedText(page: Page): Promise<Frames> {
  await page.goto('/faq');
  const list = page.locator('html');
  const turns = Array.from({ length: 2 * TURNS }, (_, n) => (n % 2 === 0 ? -1 : 1));
  return turnedBy(page, await page.context().newCDPSession(page), { list, over: page.locator('main h1'), turns });
}

interface Wheel {
  /** What scrolls, and what the pointer is over. */
  readonly list: Locator;
  readonly over: Locator;
  /** The direction of each turn: -1 down, 1 up. */
  readonly turns: readonly number[];
}

/** Frames are counted while the list moves: from the first to the last of each turn. */
async function turnedBy(page: Page, cdp: CDPSession, wheel: Wheel): Promise<Frames> {
  await allowNames(page);
  const watched = await watchPresentedFrames(cdp);
  const offset = Number(process.hrtime.bigint()) / 1e6 - (performance.timeOrigin + performance.now());
  const turns = await turn(cdp, wheel);
  const drawn = await watched();
  const gaps = turns.flatMap(({ from, to }) => {
    const own = drawn.filter((at) => at >= from + offset && at <= to + offset);
    return own.slice(1).map((at, n) => at - (own[n] ?? at));
  });
  return { gaps, ms: gaps.reduce((sum, gap) => sum + gap, 0), work: null };
}

/** Returns when each turn began and ended. */
async function turn(cdp: CDPSession, { list, over, turns }: Wheel): Promise<{ from: number; to: number }[]> {
  const box = await over.boundingBox();
  if (box === null) throw new Error('what the pointer is over is not on the screen');
  const times = [];
  for (const direction of turns) {
    const from = performance.timeOrigin + performance.now();
    await cdp.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: direction * TURN_PX,
      speed: TURN_PX_PER_S,
      preventFling: true,
      gestureSourceType: 'mouse',
    });
    await untilStill(list);
    times.push({ from, to: performance.timeOrigin + performance.now() });
  }
  return times;
}

/** Until the list has not moved for three frames. */
async function untilStill(list: Locator): Promise<void> {
  await list.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        let [last, same] = [-1, 0];
        const look = () => {
          same = element.scrollTop === last ? same + 1 : 0;
          last = element.scrollTop;
          if (same === 3) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

async function openPicker(page: Page): Promise<void> {
  await signIn(page, MIREL);
  await page.goto('/');
  const dialog = page.locator('[data-modal]');
  const items = dialog.getByRole('listbox', { name: 'Your items' });
  // While a trading account can take items from Steam, the window first asks where they come from.
  const source = dialog.getByRole('button', { name: /^Site inventory/ });
  let began: number;
  // Between two rounds the press is answered by a message.
  do {
    began = performance.now();
    await page.getByRole('button', { name: 'Join with items' }).first().click();
  } while (!(await comes(source.or(items.getByRole('option').first()))));
  if (await source.isVisible()) await source.click();
  await items.getByRole('option').first().waitFor();
  const size = await items.getByRole('option').first().getAttribute('aria-setsize');
  say(`  ${size} items to choose from, on the screen ${(performance.now() - began).toFixed(0)} ms after the click`);
}

/** Whether it is on the screen within some seconds. */
const comes = (what: Locator): Promise<boolean> =>
  what.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );

/** A battle of the house's personas, from the first reel on. */
async function reels(page: Page): Promise<Frames> {
  await page.goto('/faq');
  const running = async () => {
    const answer = await page.request.get('/api/casebattle/list');
    const { response } = (await answer.json()) as { response: readonly Casebattle[] };
    return response.find(({ status, replay }) => status === 'STARTED' && replay === null)?.id;
  };
  let id = await running();
  for (; id === undefined; id = await running()) await pause(500);
  await page.goto(`/casebattles/${id}`);
  await page.locator('main section[data-stage=rolling]').waitFor({ timeout: 60_000 });
  return measured(page, null);
}

/** tsx wraps named functions in a helper that does not exist in the page. */
const allowNames = (page: Page) => page.evaluate('globalThis.__name = (value) => value');

interface Scrolling {
  /** The scroll container of this element scrolls back and forth. */
  readonly list: string;
  /** Px in each frame. */
  readonly step: number;
}

/** Frames of the page during a measurement, with `scroll` meanwhile. */
async function measured(page: Page, scroll: Scrolling | null): Promise<Frames> {
  await allowNames(page);
  const traced = given.work ? await traceMainThread(await page.context().newCDPSession(page)) : null;
  const frames = await page.evaluate(
    ({ ms, scroll }) =>
      new Promise<{ gaps: number[]; ms: number }>((resolve) => {
        let target = scroll === null ? null : document.querySelector(scroll.list);
        while (target && target.scrollHeight <= target.clientHeight + 1) target = target.parentElement;
        const gaps: number[] = [];
        let step = scroll?.step ?? 0;
        let last = 0;
        let began = 0;
        const frame = (at: number) => {
          if (last > 0) gaps.push(at - last);
          if (began === 0) began = at;
          last = at;
          if (target) {
            const before = target.scrollTop;
            target.scrollTop = before + step;
            if (target.scrollTop === before) step = -step;
          }
          if (at - began >= ms) resolve({ gaps, ms: at - began });
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    { ms: 1_000 * seconds, scroll },
  );
  return { ...frames, work: (await traced?.()) ?? null };
}

function report(what: string, { gaps, ms, work }: Frames): void {
  const sorted = [...gaps].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  const late = gaps.filter((gap) => gap > LATE_MS).length;
  const fps = ((1_000 * gaps.length) / ms).toFixed(1);
  say(
    `${what}: ${fps} frames a second; a frame p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, ` +
      `worst ${at(1)}; late ${late} of ${gaps.length}`,
  );
  if (work === null) return;
  const perFrame = (sum: number) => (sum / gaps.length).toFixed(2);
  const kinds = [...work].toSorted(([, a], [, b]) => b - a).map(([kind, sum]) => `${kind} ${perFrame(sum)}`);
  say(
    `  main thread: ${perFrame(totalOf(work))} ms a frame: ${kinds.join(', ')}; ${totalOf(work).toFixed(0)} ms in all`,
  );
}

await main();
