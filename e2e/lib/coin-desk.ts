/** Staff who decide about crypto on the desk's own screens: signatures for a withdrawal, a rejection, and money that no block lists. */
import { createPrivateKey, sign } from 'node:crypto';
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { CryptoWallet } from '@fairpot/contract/crypto/schemas';
import type { CryptoIncident, listCryptoIncidents } from '@fairpot/contract/crypto/incidents/schemas';
import type { Locator, Page } from '@playwright/test';
import { sql } from '../../server/src/platform/database/sql.ts';
import { DEEP, mine, send } from './coins.ts';
import { expect } from './journey.ts';
import { look, lookTwice } from './look.ts';
import { ask, modal } from './screen.ts';
import type { Site } from './site.ts';
import { nextToast } from './toasts.ts';
import { refusedWith, type Trouble } from './trouble.ts';

/** The review screen of the desk, on one of its tabs. */
async function review(page: Page, tab: string): Promise<Locator> {
  if (new URL(page.url()).pathname !== '/staff/review') await page.goto('/staff/review');
  await page.getByRole('tab', { name: tab }).click();
  return page.getByRole('tabpanel');
}

/**
 * A reviewer on the desk's screen: signs its text with their own key, as they do away from the site, and enters key and signature. Only the press on
 * 'Sign' remains.
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

/** A staff member's signature, made away from the site with their own key; hex. */
export function signatureOf(text: string, privateKey: string): string {
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${privateKey}`, 'hex');
  return sign(null, Buffer.from(text), createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).toString('hex');
}

const SEEN_TWICE = { timeout: 60_000 } as const;

/**
 * Waits until the watcher has reported the address's balance twice. Makes its check due now: the hourly one, and one that waits a minute because a
 * block came while the balance was read.
 */
async function unseenAt(site: Site, staff: Page, address: string): Promise<CryptoIncident> {
  const database = site.openDatabase();
  let found: CryptoIncident | undefined;
  // Two turns of a watcher that checks every address of its chain.
  await expect
    .poll(async () => {
      await database.run(sql`update crypto_wallets set weigh_at = 0 where address = ${address}`);
      const { incidents } = await ask<CallOutput<typeof listCryptoIncidents>>(staff, '/admin/crypto/incidents');
      found = incidents.find(({ unseen }) => unseen?.address === address);
      return found?.kind;
    }, SEEN_TWICE)
    .toBe('UNSEEN_MONEY');
  await database.close();
  if (found === undefined) throw new Error('no incident');
  return found;
}

/** Opens and fills the window in which money that only a balance shows is requested or credited. */
async function fillCredit(page: Page, { id }: CryptoIncident, txid: string): Promise<void> {
  if (!(await modal(page).isVisible())) {
    const panel = await review(page, 'Incidents');
    await panel.getByRole('button', { name: `Credit incident ${id}` }).click();
  }
  await modal(page).getByLabel('Transaction ID').fill(txid);
  await modal(page).getByLabel('Reason').fill('Seen in two explorers');
}

interface Member extends Pick<Trouble, 'expectTrouble'> {
  readonly page: Page;
  readonly name: string;
}

/** A contract sends coins to the player, and two staff members credit them. */
export async function creditedByTwo(site: Site, player: Member, [one, two]: readonly [Member, Member]): Promise<void> {
  // No block lists a payment by a contract. Two staff members each find its transaction, and it is credited.
  const wallets = await ask<CryptoWallet[]>(player.page, '/cryptodeposits/wallets');
  const address = wallets.find(({ coinName }) => coinName === 'TRX')?.wallet ?? '';
  const txid = await send(site, 'TRX', address, '40000000', 'by-contract');
  await send(site, 'USDT', address, '7000000', 'fake-token');
  await mine(site, 'TRX', DEEP.TRX);
  const [first, second] = [one.page, two.page];
  const incident = await unseenAt(site, first, address);
  await fillCredit(first, incident, 'the one of today');
  await modal(first).getByRole('button', { name: 'REQUEST' }).click();
  await expect(modal(first).getByText('Enter 64 hex digits.')).toBeVisible();
  await look(first, 'desk-unseen-ask');
  await fillCredit(first, incident, `0x${txid.toUpperCase()}`);
  await modal(first).getByRole('button', { name: 'REQUEST' }).click();
  await nextToast(first, 'Requested. Another staff member must find the same transaction');
  await expect(first.getByRole('button', { name: `Withdraw request for incident ${incident.id}` })).toBeVisible();
  await expect(first.getByRole('button', { name: `Credit incident ${incident.id}` })).toHaveCount(0);
  await lookTwice(first, 'desk-incidents');
  two.expectTrouble(...refusedWith(409));
  await fillCredit(second, incident, 'ab'.repeat(32));
  await lookTwice(second, 'desk-unseen');
  await modal(second).getByRole('button', { name: 'CREDIT' }).click();
  await expect(modal(second).getByRole('alert')).toContainText('This differs from the requested transaction');
  await fillCredit(second, incident, txid);
  await modal(second).getByRole('button', { name: 'CREDIT' }).click();
  await nextToast(second, '40 TRX will be credited next');
  const strays = (await review(second, 'Unsupported tokens')).getByRole('row').filter({ hasText: player.name });
  await expect(strays).toHaveCount(1);
  await lookTwice(second, 'desk-strays');
}
