/** A demo person's browser, for measurements and films of a site that is only theirs. */
import type { Page } from '@playwright/test';

/** Signs in and confirms the age, which a person of a site confirms once. */
export async function signIn(page: Page, steamid: string): Promise<void> {
  await page.goto(`/api/auth?hint=${steamid}&next=%2Ffaq`);
  await page.locator('.hint').getByRole('button').click();
  await page.waitForURL('/faq');
  const answer = await page.request.get('/api/user');
  const { response } = (await answer.json()) as { response: { user: { ageConfirmed: boolean } } };
  if (response.user.ageConfirmed) return;
  await page.getByRole('button', { name: 'I am 18 or older' }).click();
  await page.getByRole('dialog', { name: 'Are you 18 or older?' }).waitFor({ state: 'hidden' });
}
