/**
 * `npx tsx e2e/film.ts`: a film strip of each game's key moment, eight frames from the screen of a player who takes part, at 1440 and at 390 px:
 * the toss, the pointer, the reels, and won items on their way into the count. Writes docs/img/film-<game>-<width>.webp. The frames are what Chromium presented in real time, so the machine
 * should be idle.
 *
 * Needs the built client (`npm start` or `npm test -- journeys` builds it). Options: --games coinflip,jackpot,casebattles,winnings --to docs/img
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type CDPSession, type Locator, type Page } from '@playwright/test';
import config from './playwright.config.ts';
import { chooseCases, confirmCases } from './lib/casebattle/page.ts';
import { signIn } from './lib/demo-person.ts';
import { reach } from './lib/screen.ts';
import { Site } from './lib/site.ts';

const { values: given } = parseArgs({
  options: {
    games: { type: 'string', default: 'coinflip,jackpot,casebattles,winnings' },
    to: { type: 'string', default: join(import.meta.dirname, '../docs/img') },
  },
});
const FRAMES = 8;
const LAST_LOOK_MS = 600;
const WIDE = 768;
const QUALITY = 0.72;
/** `frame`: width of one frame in the strip. */
const SCREENS = [
  { width: 1440, height: 900, frame: 460, columns: 4 },
  { width: 390, height: 844, frame: 196, columns: 8 },
] as const;
/** Both can pay it. */
const CASE = 'Pocket Change';
/** Demo people with items and a balance. */
const PEOPLE = ['76561198000000101', '76561198000000104'] as const;

type Screen = (typeof SCREENS)[number];
interface Actor {
  readonly page: Page;
  readonly screen: Screen;
}
interface Moment {
  /** The part of the page whose stage is followed. */
  readonly part: string;
  /** The part that a wide strip shows. */
  readonly shown: string;
  readonly from: string;
  readonly until: string;
  /** What comes and goes at the end, on the screen of the winner alone. */
  readonly passing?: string;
}

const MOMENTS = {
  coinflip: { part: 'div[data-stage]', shown: '[data-modal]', from: 'flipping', until: 'landed' },
  jackpot: { part: 'main section[data-stage]', shown: 'main section[data-stage]', from: 'turning', until: 'landed' },
  casebattles: { part: 'main section[data-stage]', shown: 'main section[data-stage]', from: 'spinning', until: 'over' },
  winnings: { part: 'div[data-stage]', shown: 'body', from: 'landed', until: 'landed', passing: '.carry-layer' },
} as const satisfies Readonly<Record<string, Moment>>;
type Game = keyof typeof MOMENTS;

const PLAY: Readonly<Record<Game, (actors: readonly Actor[]) => Promise<void>>> = {
  coinflip: flipCoin,
  winnings: flipCoin,
  jackpot: async (actors) => {
    for (const { page } of actors) {
      await page.goto('/');
      await page.getByRole('button', { name: 'Join with items' }).click();
      await reach(page, 60);
      await windowOf(page).getByRole('button', { name: 'Join the pot' }).click();
      await windowOf(page).waitFor({ state: 'hidden' });
    }
  },
  casebattles: async ([one, two]) => {
    if (!one || !two) return;
    await one.page.goto('/casebattles');
    await chooseCases(one.page, [CASE]);
    await confirmCases(one.page);
    await one.page.getByRole('button', { name: /^Create battle/ }).click();
    await one.page.waitForURL(/\/casebattles\/rnd_/);
    await two.page.goto(new URL(one.page.url()).pathname);
    await two.page
      .getByRole('button', { name: /^Join on/ })
      .first()
      .click();
    await windowOf(two.page).getByRole('button', { name: 'JOIN', exact: true }).click();
  },
};

async function flipCoin([one, two]: readonly Actor[]): Promise<void> {
  if (!one || !two) return;
  await Promise.all([one, two].map(({ page }) => page.goto('/coinflip')));
  await one.page.getByRole('button', { name: 'Create game' }).first().click();
  await windowOf(one.page).getByRole('listbox', { name: 'Your items' }).waitFor();
  await reach(one.page, 60);
  await windowOf(one.page)
    .getByRole('button', { name: /^Create on/ })
    .click();
  await one.page.waitForURL(/\/coinflip\/rnd_/);
  await two.page.goto(new URL(one.page.url()).pathname);
  await two.page.getByRole('button', { name: /^join/i }).first().click();
  await windowOf(two.page).getByRole('button', { name: 'Auto-select' }).click();
  await windowOf(two.page)
    .getByRole('button', { name: /^Join on/ })
    .click();
}

const windowOf = (page: Page) => page.locator('[data-modal]');
const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  mkdirSync(given.to, { recursive: true });
  const site = await Site.start();
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    for (const game of given.games.split(',') as Game[]) await film(browser, site.origin, game);
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Plays until the moment is filmed on each screen: of two players one wins. */
async function film(browser: Browser, origin: string, game: Game): Promise<void> {
  const missing = new Set<Screen>(SCREENS);
  while (missing.size > 0) {
    const actors: Actor[] = [];
    for (const [at, screen] of SCREENS.entries()) {
      const context = await browser.newContext({ baseURL: origin, viewport: { ...screen }, locale: 'en-GB' });
      const page = await context.newPage();
      await signIn(page, PEOPLE[at] ?? '');
      actors.push({ page, screen });
    }
    await PLAY[game](actors);
    await Promise.all(
      actors.map(async ({ page, screen }) => {
        const film = await filmed(page, MOMENTS[game]);
        if (film === null || !missing.delete(screen)) return;
        const file = join(given.to, `film-${game}-${screen.width}.webp`);
        const strip = await stripOf(await page.context().newPage(), film, screen);
        writeFileSync(file, strip);
        say(`${file}: ${film.presented} frames presented, ${(strip.length / 1_024).toFixed(0)} KiB`);
      }),
    );
    for (const { page } of actors) await page.context().close();
  }
}

interface Frame {
  /** JPEG, base64. */
  readonly data: string;
  readonly at: number;
}

interface Film {
  /** The first and the last frame of the moment, the others at equal distances. */
  readonly frames: readonly string[];
  readonly presented: number;
  /** The filmed part of the screen, in px. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Null where the passing part does not come: this player lost. */
async function filmed(page: Page, { part, shown, from, until, passing }: Moment): Promise<Film | null> {
  const view = page.locator(part).first();
  // The game on the middle of the screen, before the moment: scrolling in it would be filmed.
  await view.waitFor({ timeout: 120_000 });
  await view.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    if (top > window.innerHeight / 4) element.scrollIntoView({ block: 'start' });
  });
  const camera = await page.context().newCDPSession(page);
  await page.locator(`${part}[data-stage=${from}]`).first().waitFor({ timeout: 120_000 });
  const frames = record(camera);
  await camera.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
  await page.locator(`${part}[data-stage=${until}]`).first().waitFor({ timeout: 60_000 });
  if (passing !== undefined && !(await hasPassed(page, passing))) {
    await camera.send('Page.stopScreencast');
    return null;
  }
  // What was won comes in and stands; the proof is checked.
  await page.waitForTimeout(LAST_LOOK_MS);
  if (passing === undefined) await stillness(page);
  await camera.send('Page.stopScreencast');
  const [began = 0, ended = 0] = [frames[0]?.at, frames.at(-1)?.at];
  const chosen = Array.from({ length: FRAMES }, (_, n) => {
    const wanted = began + ((ended - began) * n) / (FRAMES - 1);
    return frames.reduce((best, each) => (Math.abs(each.at - wanted) < Math.abs(best.at - wanted) ? each : best)).data;
  });
  return { frames: chosen, presented: frames.length, box: await boxOf(page, page.locator(shown).first()) };
}

async function stillness(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => effect?.getComputedTiming().endTime === Infinity || playState !== 'running'),
  );
}

async function hasPassed(page: Page, passing: string): Promise<boolean> {
  const part = page.locator(passing);
  const came = await part.waitFor({ state: 'attached', timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  if (came) await part.waitFor({ state: 'detached' });
  return came;
}

/** A phone's whole screen; of a wide one the game alone, which would be small in a strip otherwise. */
async function boxOf(page: Page, view: Locator): Promise<Film['box']> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = width < WIDE ? null : await view.boundingBox();
  if (box === null) return { x: 0, y: 0, width, height };
  const y = Math.max(0, box.y);
  return { x: box.x, y, width: box.width, height: Math.min(height, box.y + box.height) - y };
}

function record(camera: CDPSession): Frame[] {
  const frames: Frame[] = [];
  camera.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, at: metadata.timestamp ?? 0 });
    // The last one may come when its page is being closed.
    camera.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  return frames;
}

/** Draws the frames side by side. */
async function stripOf(page: Page, { frames, box }: Film, { frame, columns }: Screen): Promise<Buffer> {
  const size = { width: frame, height: Math.round((frame * box.height) / box.width) };
  const url = await page.evaluate(
    async ({ frames, box, size, columns, quality }) => {
      const gap = 4;
      const canvas = document.createElement('canvas');
      canvas.width = columns * (size.width + gap) - gap;
      canvas.height = Math.ceil(frames.length / columns) * (size.height + gap) - gap;
      const context = canvas.getContext('2d');
      for (const [at, data] of frames.entries()) {
        const image = new Image();
        image.src = `data:image/jpeg;base64,${data}`;
        await image.decode();
        const x = (at % columns) * (size.width + gap);
        const y = Math.floor(at / columns) * (size.height + gap);
        context?.drawImage(image, box.x, box.y, box.width, box.height, x, y, size.width, size.height);
      }
      return canvas.toDataURL('image/webp', quality);
    },
    { frames, box, size, columns, quality: QUALITY },
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

await main();
