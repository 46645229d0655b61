/** A first-time visitor: watches, signs in through the provider, confirms their age, and is recognised. */
import { look } from '../lib/look.ts';
import { expect, freshName, test } from '../lib/journey.ts';

test('a newcomer watches signed out, signs in, confirms 18+ and sees their account', async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Demo: play money')).toBeVisible();
  await page.getByRole('link', { name: 'coinflip', exact: true }).click();
  await expect(page).toHaveURL('/coinflip');

  // The demo's bots keep games open: a visitor sees them live and is asked to sign in instead of joining.
  const rows = page.getByRole('list', { name: 'Games' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible({ timeout: 30_000 });
  const waiting = rows.filter({ hasText: 'Join with' }).first();
  await expect(waiting.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^JOIN|^Join .*’s game/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Marketplace' })).toHaveCount(0);
  await look(page, 'coinflip-signed-out');

  await waiting.getByRole('button', { name: 'LOGIN' }).click();
  await expect(page.getByRole('heading', { name: 'Simulated identity provider' })).toBeVisible();
  await look(page, 'sign-in');
  const name = freshName('newcomer');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create and sign in' }).click();

  const question = page.getByRole('dialog', { name: 'Are you 18 or older?' });
  await expect(question).toBeVisible();
  await look(page, 'age');
  await page.keyboard.press('Escape');
  await expect(question, 'Esc is no answer').toBeVisible();
  await question.getByRole('button', { name: 'I am 18 or older' }).click();
  await expect(question).toBeHidden();

  // Back on the page where the sign-in began.
  await expect(page).toHaveURL('/coinflip');
  const block = page.getByRole('button', { name: 'Account menu' });
  await expect(block).toContainText(name);
  await expect(block, 'starts with play money, nothing on hold').toContainText('Balance$50.00Held balance$0.00');
  await expect(page.getByRole('progressbar', { name: 'Experience' })).toHaveAttribute(
    'aria-valuetext',
    '0 XP, Level 0',
  );
  await expect(page.getByRole('link', { name: 'Marketplace' })).toBeVisible();
  await block.click();
  await expect(page.getByRole('link', { name: 'Profile' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible();
  await look(page, 'account-menu');

  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name }), 'the age is not asked for again').toBeVisible();
});

test('a newcomer who cancels at the provider sees it; one who is under age leaves', async ({ visitor }) => {
  const { page, expectTrouble } = await visitor();
  // The page may still be fetching player data while they leave.
  expectTrouble(/status of 401 .*\/api\/notifications/, /^answer 401 to GET .*\/api\/notifications$/);
  await page.goto('/api/auth?next=/coinflip');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.Toastify__toast')).toContainText('Sign-in was not completed. Please try again');
  await expect(page).toHaveURL('/');

  await page.goto('/api/auth?next=/coinflip');
  await page.getByLabel('Name').fill(freshName('young'));
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.getByRole('link', { name: 'I am under 18: log out' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible();
});
