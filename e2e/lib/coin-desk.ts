/** Staff who decide about coins, at the desk's own screens: signatures under a withdrawal, a refusal, and money that no block lists. */
import { createPrivateKey, sign } from 'node:crypto';
import { payoutText } from '@fairpot/contract/crypto-withdrawals';
import type { OutputOf } from '@fairpot/contract/schemas/call';
import type { CryptoIncident, listCryptoIncidents } from '@fairpot/contract/schemas/crypto-incidents';
import type { listReviewedWithdrawals } from '@fairpot/contract/schemas/crypto-withdrawals';
import type { Locator, Page } from '@playwright/test';
import { sql } from '../../server/src/platform/database/sql.ts';
import { expect } from './journey.ts';
import { ask, modal } from './screen.ts';
import type { Site } from './site.ts';

/** The review screen of the desk, at one of its tabs. */
export async function review(page: Page, tab: string): Promise<Locator> {
  if (new URL(page.url()).pathname !== '/staff/review') await page.goto('/staff/review');
  await page.getByRole('tab', { name: tab }).click();
  return page.getByRole('tabpanel');
}

/** The withdrawal of this sum that waits: '$20.00'. The screen is fetched again by itself, and a colleague’s decision takes one away. */
const waiting = (page: Page, sum: string) =>
  page.locator('ul[aria-label="Withdrawals that wait"] > li').filter({ hasText: `${sum} as ` });

/** One of the staff with a key signs what waits, as the screen asks for it. */
export async function signAtDesk(
  page: Page,
  { key, privateKey }: ReturnType<Site['reviewers']>[number],
): Promise<void> {
  await review(page, 'Withdrawals');
  const { withdrawals } = await ask<OutputOf<typeof listReviewedWithdrawals>>(page, '/admin/withdrawals');
  const [found] = withdrawals;
  if (!found) throw new Error('nothing waits for a review');
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${privateKey}`, 'hex');
  const own = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const text = payoutText({ ...found, coin: found.coinName });
  const signature = sign(null, Buffer.from(text), own).toString('hex');
  const row = waiting(page, `$${found.amountUsd.toFixed(2)}`);
  await expect(row.getByText(found.address)).toBeVisible();
  await row.getByLabel('Your public key').fill(key);
  await row.getByLabel('Your signature').fill(signature);
  await row.getByRole('button', { name: 'Sign', exact: true }).click();
}

/** One of them refuses what waits of this sum: '$20.00'. */
export async function refuseAtDesk(page: Page, sum: string, why: string): Promise<void> {
  await review(page, 'Withdrawals');
  await waiting(page, sum).getByRole('button', { name: 'Refuse' }).click();
  await modal(page).getByLabel('Why').fill(why);
  await modal(page).getByRole('button', { name: 'REFUSE' }).click();
  await expect(modal(page)).toBeHidden();
}

/** Waits until the watcher has said twice what the address holds; its turn, which comes within the hour, is brought on. */
export async function unseenAt(site: Site, staff: Page, address: string): Promise<CryptoIncident> {
  const database = site.openDatabase();
  let found: CryptoIncident | undefined;
  await expect
    .poll(async () => {
      await database.run(sql`update crypto_wallets set weigh_at = 0 where address = ${address} and doubt is null`);
      const { incidents } = await ask<OutputOf<typeof listCryptoIncidents>>(staff, '/admin/crypto/incidents');
      found = incidents.find(({ unseen }) => unseen?.address === address);
      return found?.kind;
    })
    .toBe('UNSEEN_MONEY');
  await database.close();
  if (found === undefined) throw new Error('no incident');
  return found;
}

/** Opens the window in which money that only a balance shows is asked for or credited, and fills it. */
export async function fillCredit(page: Page, { id }: CryptoIncident, txid: string): Promise<void> {
  if (!(await modal(page).isVisible())) {
    const panel = await review(page, 'Incidents');
    await panel.getByRole('button', { name: `Credit incident ${id}` }).click();
  }
  await modal(page).getByLabel('Transaction that brought it').fill(txid);
  await modal(page).getByLabel('Why').fill('Seen in two explorers');
}
