/** The market: search, filter and buy by keyboard and mouse; two players who want one item; not enough balance. */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { listMarket, MarketItem } from '@fairpot/contract/market/schemas';
import type { Locator, Page } from '@playwright/test';
import { connected, expect, test } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { ask, modal, opened } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';

type MarketPage = CallOutput<typeof listMarket>;

const grid = (page: Page): Locator => page.getByRole('list', { name: 'Items on sale' });
const cart = (page: Page): Locator => page.getByRole('region', { name: 'Cart' });
const adds = (page: Page): Locator => grid(page).getByRole('button', { name: /: add to cart$/ });
const addOf = (page: Page, { name }: MarketItem): Locator =>
  grid(page).getByRole('button', { name: new RegExp(`^${escaped(name)}, `) });
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const list = (page: Page, query = ''): Promise<MarketPage> => ask<MarketPage>(page, `/market/list${query}`);
const dollars = async (where: Locator): Promise<number> =>
  Number(/\$([\d,]+\.\d\d)/.exec(await where.innerText())?.[1]?.replaceAll(',', ''));

/** Item types with exactly one item on sale, cheapest first. Journeys run in parallel, so each takes its own share of them. */
async function singleItem(page: Page, skip: number): Promise<MarketItem> {
  const { items } = await list(page, '?sort=lowToHigh&appId=570&minUsd=1');
  const counts = new Map<string, number>();
  for (const { item } of items) counts.set(item.id, (counts.get(item.id) ?? 0) + 1);
  const alone = items.filter(({ item }) => counts.get(item.id) === 1)[skip];
  if (!alone) throw new Error('no item of which one is on sale');
  return alone;
}

test('by category, then by name, by keyboard from the search, and back from an item', async ({ member }) => {
  const { page } = await member('browser', '/marketplace');
  test.slow(); // four widths are checked
  await expect(adds(page).first()).toBeVisible();
  const category = page.getByLabel('Category', { exact: true });
  const knives = await category.getByRole('option', { name: /^CS2: Knives/ }).getAttribute('value');
  await category.selectOption(knives);
  await expect(page).toHaveURL(/game=730&category=knife/);
  await expect(page.getByText(/^Knives: [\d,]+ on sale, \$/)).toBeVisible();
  const titles = () =>
    grid(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title') ?? ''));
  await expect.poll(async () => (await titles()).every((title) => title.startsWith('★'))).toBe(true);
  await page.keyboard.press('/');
  await page.keyboard.type('ak47');
  await expect(page.getByRole('option', { name: /^AK-47/ })).toBeVisible();
  for (const width of [1_440, 1_024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await look(page, `market-suggestions-${width}`);
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/game=730&category=rifle&type=AK-47$/);
  await expect.poll(async () => (await titles()).every((title) => title.startsWith('AK-47'))).toBe(true);
  for (const width of [390, 768, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await look(page, `market-category-${width}`);
  }
  await grid(page).getByRole('link').first().click();
  const similar = page.getByRole('region', { name: 'Similar items' });
  await expect(similar.getByRole('article')).toHaveCount(6);
  for (const width of [1_440, 1_024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await similar.scrollIntoViewIfNeeded();
    await look(page, `market-similar-${width}`);
  }
  await similar.getByRole('link', { name: 'All Rifles' }).click();
  await expect(page).toHaveURL(/category=rifle$/);
});

test('each phase of a Doppler is an item of its own; the plain name says that its phase is open', async ({
  member,
}) => {
  const { page } = await member('phases', '/marketplace?search=karambit+doppler');
  test.slow(); // four widths are checked
  const offers = grid(page).getByRole('listitem');
  await expect(offers.filter({ hasText: 'Doppler Ruby' }).first()).toBeVisible();
  await expect(offers.filter({ hasText: 'Doppler Phase 2' }).first()).toBeVisible();
  for (const width of [1_440, 1_024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await look(page, `market-phases-${width}`);
  }
  await page.setViewportSize({ width: 1_440, height: 900 });
  const ruby = await dollars(offers.filter({ hasText: 'Doppler Ruby' }).first());
  expect(ruby).toBeGreaterThan(2 * (await dollars(offers.filter({ hasText: 'Doppler Phase 2' }).first())));
  await page.goto('/marketplace/karambit-doppler-factory-new-ruby');
  await expect(page.getByRole('heading', { name: '★ Karambit | Doppler Ruby' })).toBeVisible();
  await look(page, 'market-phase');
  await expect(page.getByText(/^Its phase is not known/)).not.toBeVisible();
  await page.goto('/marketplace/karambit-doppler-factory-new');
  await expect(page.getByText(/^Its phase is not known/)).toBeVisible();
  await look(page, 'market-phase-open');
  await page.goto('/prices');
  await expect(page.getByText(/^Each phase of a Doppler is an item of its own/)).toBeVisible();
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await look(page, `prices-phases-${width}`);
  }
});

test('search, filter, load more, select, open an item, buy', async ({ member }) => {
  const { page } = await member('buyer', '/marketplace');
  test.slow(); // several screens are checked
  await expect(adds(page).first()).toBeVisible();
  await expect(page.getByText('Demo prices: from the catalogue')).toBeVisible();
  await look(page, 'market');

  // More pages load on scrolling.
  const { items, next } = await list(page);
  expect(next).not.toBeNull();
  await page.mouse.move(500, 600);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return Number(await grid(page).getByRole('listitem').last().getAttribute('aria-posinset'));
    })
    .toBeGreaterThan(items.length);

  // Search as you type; filters are in the address.
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search the market' }).fill('ak47 redline');
  await expect(page).toHaveURL(/search=ak47\+redline/);
  await expect.poll(async () => (await grid(page).innerText()).includes('Redline')).toBe(true);
  await page.getByRole('button', { name: 'Field-Tested', exact: true }).click();
  await expect(page).toHaveURL(/wear=3/);
  await expect(grid(page).getByRole('listitem').first()).toContainText('Field-Tested');
  await expect(grid(page)).not.toContainText('Minimal Wear');
  await look(page, 'market-search');
  await page.getByRole('combobox', { name: 'Search the market' }).fill('no such thing');
  await expect(page.getByText('No items available')).toBeVisible();
  await look(page, 'market-empty');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page).toHaveURL('/marketplace');

  // Not the game whose items `lonely` hands out.
  await page.getByLabel('Game').selectOption('730');
  await page.getByLabel('Sort').selectOption('Low to high');
  await page.getByLabel('Minimum price').fill('2');
  await page.getByLabel('Maximum price').fill('9.50');
  await expect(page).toHaveURL(/max=9.50/);
  const cheapest = grid(page).getByRole('listitem').first();
  await expect.poll(async () => Math.floor(await dollars(cheapest))).toBe(2);

  // Arrow keys move between items and a key selects.
  await adds(page).first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(cart(page).getByRole('list', { name: 'In your cart' }).getByRole('listitem')).toHaveCount(2);
  await look(page, 'market-cart');

  // An item that is not in the cart yet: items of the same name are neighbours, and there can be any number of them.
  const names = await grid(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title')));
  const other = names.findIndex((name) => name !== names[0] && name !== names[2]);
  await grid(page).getByRole('link').nth(other).click();
  await expect(page).toHaveURL(/\/marketplace\/.+/);
  await expect(page.getByRole('img', { name: /^Price from / })).toBeVisible();
  await expect(page.getByText('You pay')).toBeVisible();
  await look(page, 'market-item');
  await page.getByRole('button', { name: 'Show as table' }).click();
  // A head and 30 days; 29 after a midnight that comes between the start of this site and here.
  const rows = page.getByRole('table').getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(30);
  expect(await rows.count()).toBeLessThanOrEqual(31);
  await look(page, 'market-item-table');
  // Items beside it say 'add to cart' too.
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(page.getByText('1 in your cart')).toBeVisible();
  await page.goBack();

  const bought = await cart(page)
    .getByRole('button', { name: /^Remove .* from the cart$/ })
    .count();
  expect(bought).toBe(3);
  const before = await ask<{ items: unknown[] }>(page, '/user/inventory/site');
  await cart(page)
    .getByRole('button', { name: /^Buy for \$/ })
    .click();
  await nextToast(page, 'You successfully bought new skins');
  await expect(cart(page).getByText('Your cart is empty')).toBeVisible();
  const after = await ask<{ items: unknown[] }>(page, '/user/inventory/site');
  expect(after.items.length).toBe(before.items.length + 3);
});

test('two players, one item: one gets it, the other sees its name and pays nothing', async ({ member }) => {
  const [one, two] = [await member('first', '/marketplace'), await member('second', '/marketplace')];
  two.expectTrouble(/market\/buy\/balance/);
  const item = await singleItem(one.page, 0);
  const balance = async (page: Page) => (await ask<{ user: { balanceUsd: number } }>(page, '/user')).user.balanceUsd;
  const before = await balance(two.page);
  for (const { page } of [one, two]) {
    await connected(page);
    await page.getByRole('combobox', { name: 'Search the market' }).fill(item.name);
    await addOf(page, item).click();
  }
  // The second order is sent before its page hears of the first one.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await two.page.route('**/api/market/buy/balance', async (route) => {
    await held;
    await route.continue();
  });
  await cart(two.page)
    .getByRole('button', { name: /^Buy for \$/ })
    .click();
  await cart(one.page)
    .getByRole('button', { name: /^Buy for \$/ })
    .click();
  await nextToast(one.page, 'You successfully bought new skins');
  release();
  await nextToast(two.page, `${item.name} was just sold to someone else. Nothing was charged.`);
  await expect(cart(two.page).getByText('Your cart is empty')).toBeVisible();
  await expect(addOf(two.page, item)).toHaveCount(0);
  await expect(addOf(one.page, item)).toHaveCount(0);
  expect(await balance(two.page)).toBe(before);
});

test('an item bought by another player leaves the list and is marked in the cart', async ({ member }) => {
  const [one, two] = [await member('quick', '/marketplace'), await member('slow', '/marketplace')];
  const item = await singleItem(one.page, 1);
  for (const { page } of [one, two]) {
    await connected(page);
    await page.getByRole('combobox', { name: 'Search the market' }).fill(item.name);
    await addOf(page, item).click();
  }
  await cart(one.page)
    .getByRole('button', { name: /^Buy for \$/ })
    .click();
  await nextToast(one.page, 'You successfully bought new skins');
  await expect(cart(two.page).getByText('Sold to someone else')).toBeVisible();
  await expect(addOf(two.page, item)).toHaveCount(0);
  await expect(cart(two.page).getByRole('button', { name: 'Buy', exact: true })).toBeDisabled();
  // it stays in place for a moment, faded, and then disappears
  await expect(two.page.locator('.market-sold')).toHaveCount(0);
  await look(two.page, 'market-sold');
});

test('not enough balance: the button is disabled and says why', async ({ member }) => {
  const { page } = await member('poor', '/marketplace');
  await adds(page).first().click();
  await expect(cart(page).getByText('Not enough balance')).toBeVisible();
  await expect(cart(page).getByRole('button', { name: /^Buy for \$/ })).toBeDisabled();
  await look(page, 'market-short');
});

test('on narrower screens the cart is a window, and nothing scrolls sideways', async ({ member }) => {
  const { page } = await member('narrow-market', '/marketplace');
  test.slow(); // several widths are checked
  await page.getByLabel('Maximum price').fill('9');
  await expect.poll(() => dollars(grid(page).getByRole('listitem').first())).toBeLessThan(9.01);
  await adds(page).first().click();
  for (const width of [1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByRole('button', { name: 'Open cart' })).toBeVisible();
    await look(page, `market-${width}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open cart' }).click();
  await opened(page, 'market.cart');
  await expect(modal(page).getByRole('button', { name: /^Buy for \$/ })).toBeVisible();
  await lookAtWidths(page, 'market.cart');
  await modal(page)
    .getByRole('button', { name: /^Buy for \$/ })
    .click();
  await nextToast(page, 'You successfully bought new skins');
  await expect(modal(page)).toHaveCount(0);
  await grid(page).getByRole('link').first().click();
  await expect(page.getByText('You pay')).toBeVisible();
  // The most expensive item's figures do not overlap: each has a box that contains it.
  await page.goto('/marketplace');
  await grid(page).getByRole('link').first().click();
  await expect(page.getByText('You pay')).toBeVisible();
  const wider = await page
    .locator('dl > div')
    .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent));
  expect(wider).toEqual([]);
  await look(page, 'market-item-390');
});
