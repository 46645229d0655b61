/**
 * The staff desk: players find nothing at its address; an admin sets up an authenticator and enters codes; the search for a player; a role that is
 * withdrawn while its page is open; all of it by the keyboard.
 */
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { sql } from '../../server/src/platform/database/sql.ts';
import { connected, expect, test as base, type Member } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { Site } from '../lib/site.ts';
import { staffDay } from '../lib/staff-day.ts';
import { refusedWith } from '../lib/trouble.ts';

const test = base.extend<object, { readonly site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await Site.start();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
});

/** The operator's command; `npm run admin` has tests of its own. */
async function makeStaff(site: Site, { name }: Member, status: string): Promise<string> {
  const db = site.openDatabase();
  try {
    const { id } = await db.one<{ id: string }>(sql`
      update players set status = ${status} where name = ${name} returning id`);
    return id;
  } finally {
    await db.close();
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const LINKS_OF_MODERATORS = [
  ...['Tickets', 'Users', 'Trades', 'Review', 'Protection', 'Collusion', 'Breakers', 'Personas', 'My sign-in'],
];
const deskNav = (page: Page) => page.getByRole('navigation', { name: 'Staff desk' });

/** The code that an authenticator shows now. A used code is not waited out: it takes the next step's. */
const codeOf = (secret: string, stepsOn = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsOn * 30 });

test('sign-in with a second factor, the search, a role withdrawn during an action, by the keyboard alone', async ({
  site,
  member,
}) => {
  test.slow(); // it covers a whole day of staff, and a database that is killed
  const [admin, helper, player] = [
    await member('vesna', '/faq'),
    await member('tamsin', '/staff'),
    await member('rookbolt', '/faq'),
  ];
  admin.expectTrouble(...refusedWith(403, 422), /^answer 422 to GET/);
  helper.expectTrouble(...refusedWith(403));
  await test.step('a player finds no desk, and loads nothing of it', async () => {
    await expect(heading(helper.page, 'Page not found')).toBeVisible();
    const chunks = await helper.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(chunks.filter((name) => /desk-page|users-screen|audit-screen/.test(name))).toEqual([]);
    await expect(helper.page.getByRole('link', { name: 'Staff desk' })).toHaveCount(0);
  });
  const [adminId, helperId] = [await makeStaff(site, admin, 'ADMIN'), await makeStaff(site, helper, 'MODERATOR')];
  const { page } = admin;
  let recovery = '';

  await test.step('an authenticator is set up, and the first code turns it on', async () => {
    await page.goto('/staff/sign-in');
    await page.getByRole('button', { name: 'SET UP AUTHENTICATOR' }).press('Enter');
    await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
    await look(page, 'staff-authenticator');
    const secret = await page
      .getByRole('button', { name: 'Copy Secret' })
      .locator('xpath=..')
      .locator('code')
      .innerText();
    recovery = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().innerText();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This code is wrong or was already used. 2 tries are left.')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await expect(page.getByText('10 recovery codes are left')).toBeVisible();
    const db = site.openDatabase();
    // As if the session came from another browser: no code was entered in it.
    await db.run(sql`update sessions set code_at = null where player_id = ${adminId}`);
    await page.goto('/staff/users');
    await expect(heading(page, 'Staff sign-in')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Users')).toBeVisible();
    // The session is an hour older: changing roles requires a new code; a recovery code counts.
    await db.run(
      sql`update sessions set created_at = created_at - 3600000, code_at = code_at - 3600000
        where player_id = ${adminId}`,
    );
    await db.close();
  });

  await test.step('a player is found by the keyboard', async () => {
    await expect(deskNav(page).getByRole('link')).toHaveText([
      ...['Tickets', 'Users', 'Trades', 'Review', 'Adjustments', 'Promo codes', 'Protection', 'Collusion', 'Breakers'],
      ...['Pauses', 'Settings', 'Cases', 'Personas', 'Reports', 'Audit log', 'My sign-in'],
    ]);
    await page.getByLabel('Search by').selectOption('SteamID');
    await page.keyboard.press('/');
    await page.keyboard.type('rookbolt');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Unknown SteamID input format')).toBeVisible();
    await page.getByLabel('Search by').selectOption('Name');
    const rows = page.getByRole('table', { name: 'Players' }).getByRole('link');
    await page.getByLabel('Search users').fill('');
    await expect.poll(() => rows.count()).toBeGreaterThan(3);
    await look(page, 'staff-users');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(rows.first()).toBeFocused();
    await page.getByLabel('Search users').fill(helper.name.toUpperCase());
    await expect(rows).toHaveCount(1);
    await rows.first().press('Enter');
    await expect(heading(page, helper.name)).toBeFocused();
  });

  await test.step('a role is withdrawn while its holder performs an action', async () => {
    const open = helper.page;
    await open.goto('/staff/users');
    await connected(open);
    await expect(deskNav(open).getByRole('link')).toHaveText(LINKS_OF_MODERATORS);
    await open.getByLabel('Search users').fill(player.name);
    const found = open.getByRole('table', { name: 'Players' }).getByRole('link');
    // The list of all players stays until the next render.
    await expect(found).toHaveCount(1);
    await found.click();
    await open.getByRole('button', { name: 'End sessions' }).click();
    await open.getByLabel('Reason').fill('signed in at a stranger’s');

    await page.getByLabel('Role').selectOption('USER');
    const why = page.getByLabel('Reason');
    await expect(why).toBeFocused();
    await page.keyboard.type('ab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter at least 3 characters.')).toBeVisible();
    await page.keyboard.type('sent');
    await page.keyboard.press('Enter');
    const code = page.getByLabel('New authenticator code');
    await expect(code).toBeFocused();
    await look(page, 'staff-act');
    await code.fill(recovery);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Role')).toHaveValue('USER');
    await open.getByRole('dialog').getByRole('button', { name: 'END SESSIONS' }).click();
    await expect(open.getByRole('dialog').getByText('Forbidden resource')).toBeVisible();
    await open.keyboard.press('Escape');
    await expect(heading(open, 'Page not found')).toBeVisible();
  });

  await test.step('an action while the database is killed: kept, pressed again, and done once', async () => {
    for (const { expectTrouble } of [admin, helper, player])
      expectTrouble(...refusedWith(503), /^answer 503 to GET/, /WebSocket connection to .* failed/);
    await page.goto(`/staff/users/${helperId}`);
    await page.getByRole('tab', { name: 'Notes' }).click();
    const note = `written while the database fell ${helper.name}`;
    await page.getByLabel('New internal note').fill(note);
    const back = site.killDatabase();
    const noted = page.getByRole('table', { name: 'Notes' }).getByText(note);
    await expect(async () => {
      if ((await page.getByLabel('New internal note').inputValue()) === note)
        await page.getByRole('button', { name: 'ADD NOTE' }).click();
      await expect(noted).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await back;
    await page.reload();
    await page.getByRole('tab', { name: 'Notes' }).click();
    await expect(noted).toHaveCount(1);
    const db = site.openDatabase();
    const { notes } = await db.one<{ notes: number }>(sql`
      select count(*) as notes from staff_acts where act = 'users.addNote' and player_id = ${helperId}`);
    await db.close();
    expect(notes).toBe(1);
  });

  await test.step('the audit log shows who, what and why', async () => {
    await page.goto('/staff/audit');
    const row = page.getByRole('row', { name: /users\.setStatus/ }).first();
    await expect(row).toContainText('absent');
    await expect(row).toContainText(admin.name);
    await look(page, 'staff-audit');
    for (const width of [1024, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await look(page, `staff-audit-${width}`);
    }
    await page.goto(`/staff/users/${helperId}`);
    await expect(heading(page, helper.name)).toBeVisible();
    await look(page, 'staff-user-390');
  });

  await test.step('ten tickets, three withdrawals and a ban, without a mouse', async () => {
    const dawn = await member('dawn', '/faq');
    await makeStaff(site, dawn, 'ADMIN');
    await dawn.page.goto('/staff/tickets');
    await staffDay(site, dawn, [player, await member('ormolu', '/faq')]);
  });
});
