/** Staff who decide about coins, at the desk's own screens: signatures under a withdrawal, a refusal, and money that no block lists. */
import { createPrivateKey, sign } from 'node:crypto';
import type { OutputOf } from '@fairpot/contract/schemas/call';
import type { CryptoIncident, listCryptoIncidents } from '@fairpot/contract/schemas/crypto-incidents';
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

/**
 * A reviewer at the desk's screen: signs its text with a key of theirs, as they do away from the site, and brings key and signature
 * back. What is left is the press on 'Sign'.
 */
export async function fillInSignature(page: Page, { key, privateKey }: ReturnType<Site['reviewers']>[number]) {
  const text = await page
    .getByRole('button', { name: 'Copy text to sign' })
    .locator('xpath=..')
    .locator('code')
    .getAttribute('title');
  await page.getByLabel('Your public key').fill(key);
  await page.getByLabel('Your signature').fill(signatureOf(text ?? '', privateKey));
}

/** What a member of staff signs away from the site, with their own key; hex. */
export function signatureOf(text: string, privateKey: string): string {
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${privateKey}`, 'hex');
  return sign(null, Buffer.from(text), createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).toString('hex');
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
  const panel = await review(page, 'Incidents');
  if (!(await modal(page).isVisible())) await panel.getByRole('button', { name: `Credit incident ${id}` }).click();
  await modal(page).getByLabel('Transaction that brought it').fill(txid);
  await modal(page).getByLabel('Why').fill('Seen in two explorers');
}
