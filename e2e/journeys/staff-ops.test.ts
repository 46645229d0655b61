/**
 * Running the site from the staff desk: a pause while a round runs, a setting and a case changed by two staff members, reviews of a risk flag, a
 * breaker and a collusion sign, an adjustment that two approve, a house persona that writes, and the day's report. The players' pages follow each of
 * them live.
 */
import type { Page } from '@playwright/test';
import { createGame, joinGame, landed } from '../lib/coinflip/page.ts';
import { connected, expect, signInAs } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { test } from '../lib/moved/journey.ts';
import { ask, closeModal, modal, opened, post } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';
import { sql } from '../../server/src/platform/database/sql.ts';

const ADMIN = '76561198000000202';
const CASE = 'Pocket Change';

/** A reason that would execute on any page that rendered it as markup; the site's own policy would then report it. */
const WHY = 'Part of a journey <img src=x onerror=window.__hit=1><script>window.__hit=1</script>';

/** Enters the reason, and confirms. */
async function confirm(page: Page, button: string): Promise<void> {
  await modal(page).getByLabel('Reason').fill(WHY);
  await modal(page).getByRole('button', { name: button, exact: true }).click();
}

async function done(page: Page, button: string): Promise<void> {
  await confirm(page, button);
  await expect(modal(page)).toBeHidden();
}

/** Opens another screen of the desk through its navigation. */
async function screen(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Staff desk' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const balanceOf = async (page: Page) => (await ask<{ user: { balanceUsd: number } }>(page, '/user')).user.balanceUsd;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('staff pause, change, adjust and speak; players see each at once', async ({
  member,
  visitor,
  movableSite,
  pass,
}) => {
  test.slow();
  const [anna, bert, birch, hand] = await Promise.all([
    member('desk-a', '/coinflip'),
    member('desk-b', '/coinflip'),
    member('desk-c', '/coinflip'),
    visitor(),
  ]);
  const database = movableSite.openDatabase();
  await database.run(sql`update players set status = 'ADMIN' where name = ${birch.name}`);
  await database.close();
  // The first sign-in asks for the age; before that the desk refuses.
  await signInAs(hand.page, ADMIN, '/coinflip');
  const staff = hand.page;
  await staff.goto('/staff/pauses');
  for (const page of [anna.page, bert.page, staff]) await connected(page);

  // A pause while a round runs: the round runs to its end, and nothing new begins.
  await createGame(anna, 'Red', 20);
  await closeModal(anna.page);
  await joinGame(bert.page, anna.name);
  await staff.getByRole('button', { name: 'Pause: Coinflip' }).click();
  await done(staff, 'PAUSE');
  await expect(staff.getByRole('row', { name: /Coinflip/ }).getByText('Paused')).toBeVisible();
  await look(staff, 'desk-pauses');
  await expect(anna.page.getByText('The game is paused.', { exact: false })).toBeVisible();
  await anna.page.getByRole('button', { name: 'Create game' }).first().click();
  await expect(modal(anna.page).getByRole('button', { name: 'Create on red' })).toBeDisabled();
  await expect(modal(anna.page).getByText('The game is paused')).toBeVisible();
  await look(anna.page, 'desk-paused-player');
  await pass(18_000);
  expect([anna.name, bert.name]).toContain(await landed(bert.page));
  await staff.getByRole('button', { name: 'Resume: Coinflip' }).click();
  await done(staff, 'RESUME');
  await expect(modal(anna.page).getByText('The game is paused')).toBeHidden();
  await closeModal(anna.page);

  // A setting, and a staff member with an older version of it: their change is refused and overwrites nothing.
  await birch.page.goto('/staff/settings');
  const change = async (page: Page, value: string) => {
    const row = page
      .getByRole('row')
      .filter({ hasText: 'xp.perUsd' })
      .filter({ has: page.getByRole('button') });
    await row.getByLabel('New value of xp.perUsd').fill(value);
    await row.getByRole('button', { name: 'Change' }).click();
  };
  await expect(birch.page.getByLabel('New value of xp.perUsd')).toBeVisible();
  await screen(staff, 'Settings');
  await change(staff, '12');
  await done(staff, 'CHANGE');
  await expect(staff.getByRole('table', { name: 'Changes' }).getByText('xp.perUsd').first()).toBeVisible();
  await look(staff, 'desk-settings');
  birch.expectTrouble(...refusedWith(409));
  await change(birch.page, '20');
  await confirm(birch.page, 'CHANGE');
  await expect(modal(birch.page).getByRole('alert')).toContainText('Someone else changed this in the meantime');
  await closeModal(birch.page);
  await change(staff, '10');
  await done(staff, 'CHANGE');

  // A case: its return is computed while typing, bounds are shown, and a new version is published.
  await screen(staff, 'Cases');
  await look(staff, 'desk-cases');
  const edited = async (price: string) => {
    await staff.getByRole('button', { name: `Edit ${CASE}` }).click();
    const before = await staff.locator('[data-return]').innerText();
    await staff.getByLabel('Price, $').fill(price);
    await expect(staff.locator('[data-return]')).not.toHaveText(before);
    return before;
  };
  await staff.getByRole('button', { name: `Edit ${CASE}` }).click();
  const old = await staff.getByLabel('Price, $').inputValue();
  await staff.getByLabel('Price, $').fill('100');
  await expect(staff.getByText('A case must return between 80.00% and 99.00%')).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await staff.getByRole('button', { name: 'Back to list' }).click();
  const returned = await edited((Number(old) + 0.01).toFixed(2));
  await look(staff, 'desk-case');
  await staff.getByRole('button', { name: 'Publish' }).click();
  await done(staff, 'PUBLISH');
  await edited(old);
  await expect(staff.locator('[data-return]')).toHaveText(returned);
  await staff.getByRole('button', { name: 'Publish' }).click();
  await done(staff, 'PUBLISH');

  // A promo code: created by staff and shown once, used by a player, listed with its use, ended.
  const { user } = await ask<{ user: { id: string } }>(anna.page, '/user');
  const before = await balanceOf(anna.page);
  await screen(staff, 'Promo codes');
  await staff.getByLabel('Reward, $').fill('1.25');
  await staff.getByLabel(/^Uses/).fill('3');
  await staff.getByRole('button', { name: 'Create code' }).click();
  await opened(staff, 'staff.act');
  await lookAtWidths(staff, 'staff.act');
  await confirm(staff, 'CREATE');
  await opened(staff, 'message');
  const shown = staff.getByRole('dialog', { name: 'Your new code' });
  const code = (await shown.getByText(/^[0-9A-Z]{6}-[0-9A-Z]{6}-[0-9A-Z]{6}$/).innerText()).trim();
  await lookAtWidths(staff, 'message');
  await closeModal(staff);
  expect(await post(anna.page, '/promocode/activate', { code })).toMatchObject({ status: 200 });
  expect(await balanceOf(anna.page)).toBeCloseTo(before + 1.25);
  await staff.reload();
  const coded = staff.getByRole('row').filter({ hasText: `…${code.slice(-4)}` });
  await expect(coded).toContainText('1 of 3');
  await expect(coded).toContainText('Open');
  await look(staff, 'desk-promo');
  await coded.getByRole('button', { name: 'End' }).click();
  await done(staff, 'END');
  await expect(coded).toContainText('Ended');
  bert.expectTrouble(...refusedWith(404));
  expect(await post(bert.page, '/promocode/activate', { code })).toMatchObject({ message: 'ERR_PROMOCODE_NOTFOUND' });

  // A risk flag: in the list, on the player's page, and reviewed.
  const signs = movableSite.openDatabase();
  await signs.run(sql`
    insert into protection_flags (player_id, signal, at, figures)
    values (${user.id}, 'CHASING', 1, '{"depositedUsd": 90, "hoursWithDeposits": 3, "lostDayUsd": 80}'::jsonb)`);
  await signs.close();
  await screen(staff, 'Protection');
  const sign = staff.getByRole('row').filter({ hasText: anna.name });
  await expect(sign).toContainText('Deposits again and again while losing, in one day');
  await expect(sign).toContainText('hours with deposits: 3');
  await look(staff, 'desk-protection');
  await sign.getByRole('button', { name: /^Mark reviewed/ }).click();
  await done(staff, 'MARK REVIEWED');
  await expect(sign).toBeHidden();
  await staff.goto(`/staff/users/${user.id}`);
  await staff.getByRole('tab', { name: 'Risk flags' }).click();
  await expect(staff.getByRole('table', { name: 'Risk flags' })).toContainText('Part of a journey');
  await look(staff, 'desk-user-protection');

  // A circuit breaker: tripped with its figures, then reset by an admin.
  const { user: other } = await ask<{ user: { id: string } }>(bert.page, '/user');
  const risks = movableSite.openDatabase();
  await risks.run(sql`
    insert into breaker_trips (breaker, way, at, figures)
    values ('OUTFLOW', 'items', 1, '{"hourOutUsd": 60, "hourLimitUsd": 55}'::jsonb)`);
  await risks.run(sql`
    insert into collusion_signs (sign, player_id, others, at, figures)
    values ('RING', ${user.id}, array[${other.id}]::text[], 1, '{"accounts": 4, "lostUsd": 120}'::jsonb)`);
  await risks.close();
  await screen(staff, 'Breakers');
  const trip = (table: string) =>
    staff.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: 'hour out: $60.00' });
  await expect(trip('Tripped')).toContainText('More value left than came in than the limit allows');
  await look(staff, 'desk-breakers');
  await trip('Tripped')
    .getByRole('button', { name: /^Reset/ })
    .click();
  await done(staff, 'RESET');
  await expect(trip('Reset')).toContainText('Part of a journey');
  await expect(trip('Tripped')).toHaveCount(0);

  // A collusion sign: two players and its figures, then reviewed.
  await screen(staff, 'Collusion');
  const ring = staff.getByRole('row').filter({ hasText: 'Several accounts lose to this one' });
  await expect(ring).toContainText(anna.name);
  await expect(ring).toContainText(bert.name);
  await look(staff, 'desk-collusion');
  await ring.getByRole('button', { name: /^Mark reviewed/ }).click();
  await done(staff, 'MARK REVIEWED');
  await expect(ring).toHaveCount(0);

  // An adjustment: one staff member requests it, another approves, and the player is notified and gets the money.
  const had = await balanceOf(anna.page);
  await screen(staff, 'Adjustments');
  await staff.getByLabel('Player (ID)').fill(user.id);
  await staff.getByLabel('Amount, $').fill('12.34');
  await staff.getByRole('button', { name: 'Request', exact: true }).click();
  await done(staff, 'REQUEST');
  await expect(staff.getByText('Another staff member must approve it')).toBeVisible();
  await screen(birch.page, 'Adjustments');
  await birch.page.getByRole('button', { name: 'Approve' }).click();
  await done(birch.page, 'APPROVE');
  await nextToast(anna.page, `Your balance was adjusted by $12.34: ${WHY}`);
  expect(await balanceOf(anna.page)).toBeCloseTo(had + 12.34);
  await look(birch.page, 'desk-adjustments');

  // A persona writes, with its badge.
  await screen(staff, 'Personas');
  await look(staff, 'desk-personas');
  await staff.getByRole('button', { name: 'Chat as Marzipan' }).click();
  await nextToast(staff, 'Now you can chat as Marzipan');
  const said = `the house is awake ${anna.name}`;
  await staff.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Chat/ }).click();
  const chat = staff.getByRole('dialog', { name: 'Chat' });
  await chat.getByRole('textbox').fill(said);
  await chat.getByRole('textbox').press('Enter');
  const line = anna.page.getByRole('listitem').filter({ hasText: said });
  await expect(line.getByText('HOUSE', { exact: true })).toBeVisible();
  await staff.keyboard.press('Escape');
  await expect(chat).toBeHidden();

  // The day's report and what waits; everything is in the audit log.
  await screen(staff, 'Reports');
  await expect(staff.getByRole('table', { name: 'Games and fees by type' }).getByText('Coinflip')).toBeVisible();
  await expect(staff.getByRole('figure', { name: 'Games and fees by day' }).locator('canvas')).toBeVisible();
  await look(staff, 'desk-reports');
  const [download] = await Promise.all([
    staff.waitForEvent('download'),
    staff.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^fairpot-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  await screen(staff, 'Review');
  for (const tab of ['Withdrawals', 'Frozen trades', 'Incidents', 'Stuck rounds']) {
    await staff.getByRole('tab', { name: tab }).click();
    await expect(staff.getByRole('tabpanel')).toContainText(
      /No withdrawals to review|No frozen trades|No open incidents|No stuck rounds/,
    );
  }
  await look(staff, 'desk-review');
  await screen(staff, 'Audit log');
  for (const act of ['pauses.set', 'siteSettings.change', 'cases.publish', 'adjustments.approve'])
    await expect(staff.getByRole('table', { name: 'Actions' }).getByText(act).first()).toBeVisible();
  await expect(staff.getByRole('table', { name: 'Actions' }).getByText(WHY).first()).toBeVisible();
  for (const page of [staff, birch.page, anna.page]) expect(await page.evaluate(() => '__hit' in window)).toBe(false);
});
