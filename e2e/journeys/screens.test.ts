/**
 * Every page in the layouts of `lookAtWidths`: axe finds nothing, and nothing scrolls sideways. The app is loaded once; pages are resized.
 * `web/src/promised.test.ts` compares the two tables with the client's routes and the desk's screens. Windows are checked by the journeys that open
 * them.
 */
import type { Page } from '@playwright/test';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import type { CoinflipList } from '@fairpot/contract/coinflip/schemas';
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { connected, expect, freshName, signInAs, test } from '../lib/journey.ts';
import { lookAtWidths, lookHere } from '../lib/look.ts';
import { ask, inventoryOf, post } from '../lib/screen.ts';

const ADMIN = '76561198000000202';

/** The id of a page's own address; the bots of the run play the rounds. */
type FindId = (page: Page) => Promise<string | undefined>;

const PAGES: Readonly<Record<string, FindId | null>> = {
  '/': null,
  '/jackpot/:id': (page) => ask<JackpotState>(page, '/jackpot').then(({ game }) => game?.id),
  '/coinflip': null,
  '/coinflip/:id': (page) => ask<CoinflipList>(page, '/coinflip').then(({ games }) => games[0]?.id),
  '/casebattles': null,
  '/casebattles/:id': (page) => ask<readonly Casebattle[]>(page, '/casebattle/list').then(([battle]) => battle?.id),
  '/marketplace': null,
  '/marketplace/:id': (page) =>
    ask<{ items: MarketItem[] }>(page, '/market/list').then(({ items }) => items[0]?.item.id),
  '/prices': null,
  '/deposit': null,
  '/withdraw': null,
  '/item/:id': (page) => inventoryOf(page).then((items) => items[0]?.id),
  '/support': null,
  '/fairplay': null,
  '/fairplay/solvency': null,
  '/faq': null,
  '/developers': null,
  '/profile': null,
  '/self-exclusion': null,
};

const DESK: Readonly<Record<string, FindId | null>> = {
  '/staff/tickets': null,
  '/staff/tickets/:id': (page) =>
    ask<{ tickets: { id: string }[] }>(page, '/admin/support/tickets?list=waiting').then(
      ({ tickets }) => tickets[0]?.id,
    ),
  '/staff/users': null,
  '/staff/users/:id': (page) => ask<{ user: { id: string } }>(page, '/user').then(({ user }) => user.id),
  '/staff/trades': null,
  '/staff/review': null,
  '/staff/adjustments': null,
  '/staff/promo': null,
  '/staff/protection': null,
  '/staff/collusion': null,
  '/staff/breakers': null,
  '/staff/pauses': null,
  '/staff/settings': null,
  '/staff/cases': null,
  '/staff/personas': null,
  '/staff/reports': null,
  '/staff/audit': null,
  '/staff/sign-in': null,
};

/** As a link does, without a load: the app stays, and so does axe in it. */
async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('h1:not([data-left])')).toBeVisible();
}

async function walk(page: Page, addresses: typeof PAGES): Promise<void> {
  for (const [path, findId] of Object.entries(addresses)) {
    let id = '';
    if (findId !== null)
      await expect.poll(async () => (id = (await findId(page)) ?? ''), { message: `one of ${path}` }).not.toBe('');
    await navigate(page, path.replace(':id', id));
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await lookAtWidths(page, path);
  }
}

test('every page of a player, in every layout', async ({ member }) => {
  test.slow();
  const { page } = await member('layouts', '/no/such/page');
  await connected(page);
  await walk(page, PAGES);
});

test('every screen of the staff desk, in every layout', async ({ member, visitor }) => {
  test.slow();
  const [author, { page }] = await Promise.all([member('layouts-asks', '/faq'), visitor()]);
  const message = freshName('How wide is a ticket');
  expect(await post(author.page, '/support/tickets', { message })).toMatchObject({ status: 200 });
  await signInAs(page, ADMIN, '/faq');
  await connected(page);
  await walk(page, DESK);
});

test('the chat, in every layout', async ({ member }) => {
  const { page } = await member('layouts-chat', '/faq');
  await connected(page);
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const chat = page.getByRole('log', { name: 'Chat messages' });
    if (!(await chat.isVisible())) await page.getByRole('button', { name: 'Chat' }).click();
    await expect(chat).toBeVisible();
    await lookHere(page, `chat-${width}`);
  }
});
