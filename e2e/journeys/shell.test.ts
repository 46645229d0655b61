/** The frame: every page opens, nothing stays open across pages, choices are remembered, the keyboard is enough. */
import { rowOf } from '../lib/coinflip/page.ts';
import { connected, expect, test } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { CUT_OFF } from '../lib/trouble.ts';
import { itemsOf, modal, opened } from '../lib/screen.ts';

const PUBLIC = [
  ['/', 'Jackpot'],
  ['/coinflip', 'Coinflip'],
  ['/casebattles', 'Case battles'],
  ['/casebattles/1', 'Case battle'],
  ['/fairplay', 'Fairplay'],
  ['/faq', null],
  ['/developers', 'Developers'],
] as const;
const PRIVATE = ['/marketplace', '/deposit', '/withdraw', '/support', '/profile'] as const;

const fileName = (path: string) => (path === '/' ? 'jackpot' : path.slice(1).replaceAll('/', '-'));

test('every public page opens signed out, and is accessible', async ({ visitor }) => {
  const { page } = await visitor();
  test.slow(); // every page is checked
  for (const [path, title] of PUBLIC) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title === null ? /./ : new RegExp(title, 'i'));
    await look(page, `page-${fileName(path)}`);
  }
  for (const path of PRIVATE) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'LOGIN' })).toBeVisible();
  }
  await look(page, 'page-signed-out-profile');
});

test('every page opens signed in', async ({ member }) => {
  const { page } = await member('pages', '/');
  for (const path of [...PUBLIC.map(([path]) => path), ...PRIVATE]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    await expect(page).toHaveTitle(/ · Fairpot$/);
  }
});

test('an unknown address shows the page for it', async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByText('/no/such/page')).toBeVisible();
  await look(page, 'page-missing');
  await page.getByRole('main').getByRole('link', { name: 'Go to jackpot' }).click();
  await expect(page).toHaveURL('/');
});

test('a press opens its window at once, also when its content cannot be loaded', async ({ visitor }) => {
  const { page, expectTrouble } = await visitor();
  const host = page.waitForEvent('requestfinished', (request) => request.url().includes('/modal-host'));
  await page.goto('/faq');
  await connected(page);
  await page.mouse.move(200, 200);
  await host;
  expectTrouble(...CUT_OFF);
  await page.context().setOffline(true);
  await page.keyboard.press('?');
  await expect(modal(page).getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
});

test('windows and menus close with the page; Esc and a click outside close a window', async ({ member }) => {
  const { page } = await member('closing', '/faq');
  const create = page.getByRole('button', { name: 'Create game' }).first();
  await page.getByRole('link', { name: 'coinflip', exact: true }).click();
  await create.click();
  await expect(modal(page)).toBeVisible();
  await page.goBack();
  await expect(modal(page)).toHaveCount(0);
  await expect(page, 'the window closes first').toHaveURL('/coinflip');
  await page.goBack();
  await expect(page).toHaveURL('/faq');
  await page.goForward();
  await expect(page).toHaveURL('/coinflip');

  await create.click();
  await expect(modal(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await expect(create, 'the focus returns').toBeFocused();
  await create.click();
  await expect(modal(page)).toBeVisible();
  await page.mouse.click(6, 450);
  await expect(modal(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible();
  await page.getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL('/faq');
  await expect(page.getByRole('link', { name: 'Logout' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Messages/ }).click();
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await look(page, 'messages');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the sound switch is first in tab order and remembered; ? lists the shortcuts', async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto('/coinflip');
  await connected(page); // the first HTML takes no key
  const sound = page.getByRole('button', { name: 'Sound' });
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(sound).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  // By then the app has replaced the first HTML, which has the bars of all widths, and listens to keys.
  await connected(page);
  await expect(sound).toHaveAttribute('aria-pressed', 'false');

  // A window shows a loading state until its view is there.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/own-modals-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.getByRole('status')).toHaveText('Loading');
  release();
  await opened(page, 'shortcuts');
  await expect(shortcuts.getByRole('switch')).toBeVisible();
  await expect(shortcuts.getByRole('status')).toHaveCount(0);
  await lookAtWidths(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // the second key counts within 1.2 s: both are sent before the page has responded to the first
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('j')]);
  await expect(page).toHaveURL('/');
});

test('a game is created and cancelled by the keyboard alone', async ({ member }) => {
  const { page, name } = await member('keys', '/coinflip');
  await connected(page); // the first HTML takes no key
  const create = page.getByRole('button', { name: 'Create game' }).first();
  await create.focus();
  await page.keyboard.press('Enter');
  const window = modal(page);
  await expect(itemsOf(page).first()).toBeVisible();
  const tabTo = async (what: ReturnType<typeof window.getByRole>) => {
    const focused = () => what.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 25 && !(await focused()); presses += 1) await page.keyboard.press('Tab');
    await expect(what).toBeFocused();
  };
  await tabTo(window.getByRole('radio').first());
  await page.keyboard.press('ArrowRight');
  await expect(window.getByRole('button', { name: 'Create on blue' })).toBeVisible();
  await tabTo(window.getByRole('listbox', { name: 'Your items' }));
  for (const key of [' ', 'ArrowRight', ' ', 'ArrowRight', ' ']) await page.keyboard.press(key);
  await expect(window.getByText(/^[23] of 15 selected$/)).toBeVisible();
  await tabTo(window.getByRole('button', { name: 'Create on blue' }));
  await page.keyboard.press('Enter');
  await expect(window.getByText('Waiting for a player').first()).toBeVisible();
  await tabTo(window.getByRole('button', { name: 'Cancel game' }));
  await page.keyboard.press('Enter');
  await expect(window.getByText('Cancelled. All items were returned.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect(rowOf(page, name)).toHaveCount(0);
});
