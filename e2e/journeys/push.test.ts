/** Push notifications: turned on with a press, kind by kind; sent encrypted when a battle is over; shown by the worker; ended with the sign-in. */
import { PushService, TEST_VAPID_KEY } from '../../server/testing/gateways/push/push-service.fixture.ts';
import { sql } from '../../server/src/platform/database/sql.ts';
import type { PushTarget } from '../../server/src/platform/process/push-port.ts';
import type { PushState } from '@fairpot/contract/notifications/push/schemas';
import type { Page } from '@playwright/test';
import { chooseCases, confirmCases, openBattle } from '../lib/casebattle/page.ts';
import { untilChecked } from '../lib/checked-browser.ts';
import { expect, signInAs, test as base, type Member } from '../lib/journey.ts';
import { look, lookTwice } from '../lib/look.ts';
import { givePush, PushedWorker, type Permission } from '../lib/push-browser.ts';
import { ask } from '../lib/screen.ts';
import { Site } from '../lib/site.ts';
import { refusedWith } from '../lib/trouble.ts';

interface Pushing {
  readonly site: Site;
  readonly service: PushService;
}

const test = base.extend<object, { readonly pushing: Pushing }>({
  pushing: [
    async ({ browserName: _ }, use) => {
      const service = await PushService.start();
      const site = await Site.start({}, { VAPID_PRIVATE_KEY: TEST_VAPID_KEY, PUSH_EXTRA_ORIGINS: service.origin });
      await use({ site, service });
      await site.stop();
      await service.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ pushing }, use) => use(pushing.site.origin),
});
// A worker stays in its browser.
test.use({ keptBrowsers: false });

const CHEAP = 'Pocket Change';

const panel = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Push notifications' }) });
const turnOn = (page: Page) => panel(page).getByRole('button', { name: 'Turn on', exact: true });
const kind = (page: Page, name: string) => panel(page).getByRole('switch', { name });

/** A player with the profile open, in a browser that the worker checks. */
async function playerWithPush(
  member: (name: string, path: string, options?: object) => Promise<Member>,
  browser: PushTarget,
  answer: Permission,
): Promise<Member> {
  const player = await member('Ada', '/faq', { serviceWorkers: 'allow' });
  await givePush(player.page.context(), browser, answer);
  await untilChecked(player.page);
  await player.page.goto('/profile');
  await expect(turnOn(player.page)).toBeVisible();
  return player;
}

test('a player is notified of a finished battle while the site is closed, and the press leads there', async ({
  member,
  pushing: { service },
}) => {
  test.slow(); // a whole battle
  const browser = service.browser();
  const player = await playerWithPush(member, browser, 'granted');
  const { page, expectTrouble } = player;
  await lookTwice(page, 'push-off', panel(page));
  await turnOn(page).press('Enter');
  await expect(panel(page).getByText('On for this browser, until you log out.')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Turn off' }), 'the focus stays').toBeFocused();
  for (const name of ['Trades', 'Withdrawals', 'Case battles']) await expect(kind(page, name)).toBeChecked();
  await lookTwice(page, 'push-on', panel(page));
  await kind(page, 'Trades').click();
  await expect(kind(page, 'Trades')).not.toBeChecked();
  await page.reload();
  await expect(kind(page, 'Trades'), 'the choice outlives the page').not.toBeChecked();
  await expect(kind(page, 'Case battles')).toBeChecked();

  const worker = await PushedWorker.of(page);
  await page.goto('/casebattles');
  await chooseCases(page, [CHEAP]);
  await confirmCases(page);
  const id = await openBattle(player, 'STANDARD_2');
  await page.getByRole('button', { name: 'Fill with bots' }).click();
  await expect(page.getByText('One seat is free')).toBeHidden();
  await page.goto('/faq');
  await expect.poll(() => service.payloadsOf(browser), { timeout: 90_000 }).toHaveLength(1);
  const [payload] = service.payloadsOf(browser);
  await worker.deliver(payload);
  const shown = {
    title: 'Fairpot',
    body: 'Your case battle is over',
    tag: `battleOver ${id}`,
    path: `/casebattles/${id}`,
  };
  await expect.poll(() => worker.shown()).toEqual([shown]);
  // Sent again, it replaces the first; a message that this worker does not know shows nothing.
  await worker.deliver(payload);
  await worker.deliver({ message: 'bonus', path: '/', tag: 'x', title: 'Free money' });
  await worker.deliver({ message: 'offer', path: 'https://elsewhere.test/', tag: 'y' });
  await worker.deliver({ message: 'withdrawn', path: '/withdraw', tag: 'withdrawn wd' });
  await expect.poll(() => worker.shown()).toHaveLength(2);
  expect((await worker.shown())[0]).toEqual(shown);
  await worker.press();
  await expect(page, 'the open tab shows the page').toHaveURL('/withdraw');

  // Another account in this browser, then none: the worker ends the subscription each time.
  expectTrouble(...refusedWith(401), /answer 401 to GET/, /status of 401/);
  await worker.expectEnded(0);
  await signInAs(page, '76561198000000101', '/profile');
  await worker.expectEnded(1);
  await expect(turnOn(page), 'the other player’s browser is off').toBeVisible();
  await page.goto('/api/auth/logout');
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible();
  await worker.expectEnded(2);
});

test('a browser that declines, blocks or cannot show notifications says so, and what to do', async ({
  member,
  pushing: { service },
}) => {
  const { page } = await playerWithPush(member, service.browser(), 'default');
  await turnOn(page).click();
  await expect(panel(page).getByText(/^You did not allow notifications/)).toBeVisible();
  await look(page, 'push-declined');
  await page.evaluate(() => localStorage.setItem('test.push.permission', 'denied'));
  await page.reload();
  await expect(panel(page).getByText(/^This browser blocks notifications of this site/)).toBeVisible();
  await lookTwice(page, 'push-blocked', panel(page));
  await page.context().addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
  await page.reload();
  await expect(panel(page).getByText(/^This browser cannot show push notifications here/)).toBeVisible();
  await lookTwice(page, 'push-unsupported', panel(page));
  const { browser } = await ask<PushState>(page, '/notifications/push');
  expect(browser, 'the site sends nothing to it').toBe(null);
});

test('a message that did not arrive is shown, and a press renews the subscription', async ({
  member,
  pushing: { service, site },
}) => {
  const browser = service.browser();
  const { page } = await playerWithPush(member, browser, 'granted');
  await turnOn(page).click();
  await expect(kind(page, 'Withdrawals')).toBeChecked();
  const { id } = (await ask<{ user: { id: string } }>(page, '/user')).user;
  service.behaviour.set(browser.endpoint, 403);
  const db = site.openDatabase();
  try {
    await db.run(sql`
      select push_players(${[id]}::text[], 'withdrawal', 'withdrawn', '/withdraw', 'withdrawn wd', ${site.now()})`);
    // The message is refused, and given up at once.
    const failedAt = async () => (await ask<PushState>(page, '/notifications/push')).browser?.failedAt ?? null;
    await expect.poll(failedAt).not.toBe(null);
  } finally {
    await db.close();
  }
  await page.reload();
  await expect(panel(page).getByText(/did not reach this browser/)).toBeVisible();
  await lookTwice(page, 'push-failed', panel(page));
  await panel(page).getByRole('button', { name: 'Turn on again' }).click();
  await expect(panel(page).getByText(/did not reach this browser/)).toBeHidden();
  await expect(kind(page, 'Withdrawals')).toBeChecked();
  await look(page, 'push-renewed');
});
