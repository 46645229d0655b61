/** Checks a screen: axe finds nothing against WCAG 2.2 AA nor outside a landmark, nothing overflows sideways. Takes a picture on request. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import { test, type Locator, type Page } from '@playwright/test';
import { expect } from './journey.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** Beyond the tags: everything is in a landmark, and targets are 24 px or have 24 px of space. */
const MORE = { region: { enabled: true }, 'target-size': { enabled: true } };
const OPTIONS: axe.RunOptions = { runOnly: { type: 'tag', values: TAGS }, rules: MORE, resultTypes: ['violations'] };

const LOOKS_AGAIN = 3;

/** FAIRPOT_WIDTHS, as in `1440,1024,768,390`. */
const GIVEN_WIDTHS = process.env['FAIRPOT_WIDTHS']?.split(',').map(Number);

/** Axe without comments and long names, which halves the script for each checked page; and with a cache. */
const AXE_FILE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const AXE = `${readFileSync(AXE_FILE, 'utf8')};(${String(remember)})()`;

/** Parts of axe that it also exposes. Only what is changed here. */
interface AxeInternals {
  readonly utils: { readonly cssParser: { parse: (selector: string) => object } };
  readonly commons: { readonly color: { readonly Color: { readonly prototype: Color } } };
}
interface Color extends Record<'r' | 'g' | 'b' | 'alpha', number> {
  parseString: (text: string) => Color;
}

/**
 * Runs in the page. Axe parses the same few colours and selectors again for each element, which takes a third of a check. Here each is parsed once
 * and its result reused. Nothing else is changed, and axe does not modify parsed selectors.
 */
function remember(): void {
  const { utils, commons } = window.axe as unknown as AxeInternals;
  const { cssParser } = utils;
  const { prototype } = commons.color.Color;
  const selectors = new Map<string, object>();
  const parse = cssParser.parse.bind(cssParser);
  cssParser.parse = (selector) => {
    const known = selectors.get(selector) ?? parse(selector);
    selectors.set(selector, known);
    return known;
  };
  const colors = new Map<string, readonly [r: number, g: number, b: number, alpha: number]>();
  const { parseString } = prototype;
  prototype.parseString = function (text) {
    const known = colors.get(text);
    if (known === undefined) {
      parseString.call(this, text);
      colors.set(text, [this.r, this.g, this.b, this.alpha]);
    } else [this.r, this.g, this.b, this.alpha] = known;
    return this;
  };
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Checks what is shown now, with FAIRPOT_WIDTHS in each of these widths. With FAIRPOT_SHOTS set, saves a picture `name` in
 * that folder.
 */
export async function look(page: Page, name: string): Promise<void> {
  const stood = page.viewportSize();
  if (GIVEN_WIDTHS === undefined || stood === null) return lookHere(page, name);
  for (const width of GIVEN_WIDTHS) {
    await page.setViewportSize({ width, height: stood.height });
    await lookHere(page, `${name}-${width}`);
  }
  await page.setViewportSize(stood);
}

/** Checks what is shown now, in this width alone: for what a new width closes, such as the chat's column. */
export async function lookHere(page: Page, name: string): Promise<void> {
  await settled(page);
  const folder = process.env['FAIRPOT_SHOTS'];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    const device = test.info().project.use.isMobile ? 'phone' : 'desktop';
    await page.screenshot({ path: join(folder, `${device}-${name}.png`) });
  }
  let found = await violations(page);
  // Elements that appeared during a check were half faded. A real fault remains once they have settled, however slow the machine is.
  for (let again = 0; again < LOOKS_AGAIN && found.length > 0; again += 1) {
    await settled(page);
    found = await violations(page);
  }
  expect(found, `accessibility of ${name}`).toEqual([]);
  expect(await smallFields(page), `fields of ${name} that are hard to press`).toEqual([]);
  await expectNoSideScroll(page, name);
}

/**
 * Checks a window or a page in the widest and the narrowest layout, or those of FAIRPOT_WIDTHS, without loading it again. All four layouts are
 * 1440 (chat beside the page), 1024 (chat above it), 768 (rail) and 390; they cost the suite two more minutes than these two. `place`: the window's view, or the page's path. `web/src/promised.test.ts`
 * fails for a window or route that no journey checks so.
 */
export async function lookAtWidths(page: Page, place: string): Promise<void> {
  const before = page.viewportSize();
  const window = place.startsWith('/') ? null : page.locator(`[data-modal="${place}"]`);
  const name = place.replaceAll(/[/:.]+/g, '-').replace(/^-$/, '-jackpot');
  for (const width of GIVEN_WIDTHS ?? [1440, 390]) {
    await page.setViewportSize({ width, height: before?.height ?? 900 });
    if (window !== null) await expect(window, `${place} is open at ${width} px`).toBeVisible();
    await lookHere(page, `at${name.replace(/^(?!-)/, '-')}-${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Checks what is shown now, in desktop and in phone width; `at`: scrolled to that element. */
export async function lookTwice(page: Page, name: string, at?: Locator): Promise<void> {
  await at?.evaluate((part) => part.scrollIntoView());
  await look(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await at?.evaluate((part) => part.scrollIntoView());
  await look(page, `${name}-390`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The page keeps axe for its next check; returns only the findings. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (options) => {
    const { violations: all } = await window.axe.run(document, options);
    return all.map(({ id, nodes }) => {
      const places = nodes.map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? node.failureSummary})`);
      return `${id}: ${places.join(', ')}`;
    });
  }, OPTIONS);
}

/** Input fields and selects smaller than 24 px: axe accepts them when nothing else is near. */
async function smallFields(page: Page): Promise<string[]> {
  return page
    .locator('input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), select, textarea')
    .evaluateAll((fields) =>
      fields
        .filter((field) => field.checkVisibility() && field.closest('.visually-hidden') === null)
        .map((field) => ({ label: field.getAttribute('aria-label') ?? field.id, box: field.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ label, box }) => `${label}: ${box.width} x ${box.height}`),
    );
}

/** Nothing is wider than the window. */
export async function expectNoSideScroll(page: Page, what: string): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Waits until fades and slides have ended: half-faded text has no reliable contrast. Ignores endless animations. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((running) => running.effect?.getComputedTiming().endTime !== Infinity && running.playState === 'running')
      .filter((running) => Number(running.effect?.getComputedTiming().endTime) < 5_000);
    await Promise.allSettled(passing.map((running) => running.finished));
  });
}
