/**
 * Crypto deposits and withdrawals. Deposits: each coin from the address on the page to the balance; an underpayment; a declined order that is paid
 * late. Withdrawals: below and above Level 10, to an invalid address, signed by two reviewers, rejected by a reviewer, and rejected by the chain.
 * Runs on a site of its own with a chain watcher, a signer and simulated chains; what takes minutes on a real chain is one call to its simulator
 * here.
 */
import { COIN_NAMES, type Coin } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder } from '@fairpot/contract/crypto/schemas';
import type { Locator, Page } from '@playwright/test';
import { sql } from '../../server/src/platform/database/sql.ts';
import { creditedByTwo, fillInSignature } from '../lib/coin-desk.ts';
import { balanceOf, DEEP, deposited, liftLevel, mine, orderOf, pay, rates, send } from '../lib/coins.ts';
import { connected, expect, test as base } from '../lib/journey.ts';
import { look, lookAtWidths, lookTwice } from '../lib/look.ts';
import { closeModal, modal, opened, post } from '../lib/screen.ts';
import { Site } from '../lib/site.ts';
import { nextToast, toastsLeft } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';

const test = base.extend<object, { readonly site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await Site.start({ ethereum: true, bitcoinBlockMs: 3_600_000, signedAddresses: 20 });
      await site.startChainWatcher();
      await site.startSigner();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
});
test.describe.configure({ mode: 'default' });

const coins = (page: Page): Locator => page.getByRole('region', { name: 'Crypto', exact: true });
const deposits = (page: Page): Locator => page.getByRole('list', { name: 'Crypto deposits' }).getByRole('listitem');
const heading = (page: Page, name: string): Locator => modal(page).getByRole('heading', { name });

/** Chooses a coin, waits for its amount, and presses I PAID. Returns the order in the window that opens. */
async function iPaid(page: Page, coin: Coin): Promise<CryptoOrder> {
  await coins(page).getByRole('radio', { name: coin }).check();
  await expect(coins(page).getByText(new RegExp(`^\\d[\\d.]* ${coin}$`))).toBeVisible();
  await coins(page).getByRole('button', { name: 'I PAID' }).click();
  await expect(heading(page, 'Checking blockchain transaction')).toBeVisible();
  return orderOf(page);
}

test('deposit each coin from the address on the page; an underpayment, a declined order, a late payment', async ({
  site,
  member,
}) => {
  test.slow(); // four chains, and several screens are checked
  const coral = await member('coral', '/faq');
  const { page } = coral;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await rates(page);
  await page.goto('/deposit');
  await connected(page);

  // An address that was changed in transit lacks the offline key's signature, so it is not shown.
  const half = coins(page);
  await expect(half.getByText('Checked in your browser: signed by the site’s offline key')).toBeVisible();
  const another = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';
  await page.route('**/cryptodeposits/wallets', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(/"T[1-9A-HJ-NP-Za-km-z]{33}"/g, `"${another}"`);
    await route.fulfill({ response: answer, body: text });
  });
  await site.set('crypto.depositSpreadBps', 200);
  await page.reload();
  await expect(half.getByText('2%, included in the rate')).toBeVisible();
  await expect(half.getByText('30 minutes, unless the market falls by more than 2%')).toBeVisible();
  await half.getByRole('radio', { name: 'TRX' }).check();
  await expect(half.getByRole('alert')).toContainText('The site’s offline key has not signed this address.');
  await expect(page.getByText(another)).toHaveCount(0);
  await expect(half.getByRole('button', { name: 'Copy your TRX address' })).toHaveCount(0);
  await expect(half.getByRole('button', { name: 'I PAID' })).toBeDisabled();
  await lookTwice(page, 'crypto-tampered', half);
  await page.unroute('**/cryptodeposits/wallets');
  await site.set('crypto.depositSpreadBps', 100);
  await page.reload();
  await connected(page);

  // Bitcoin: its amount, price and address. A sum below the minimum is not sent.
  await half.getByRole('radio', { name: 'BTC' }).check();
  await expect(half.getByText(/^0\.\d+ BTC$/)).toBeVisible();
  await expect(half.getByText(/^1 BTC = \$/)).toBeVisible();
  await half.getByLabel('Sum in dollars').fill('9.99');
  await half.getByRole('button', { name: 'I PAID' }).click();
  await nextToast(page, 'Min sum is 10$');
  await expect(half.getByText('Min sum is 10$')).toBeVisible();
  await lookTwice(page, 'crypto-form', half);
  await half.getByLabel('Sum in dollars').fill('10');
  // Paused directly in the database, so that the page does not know. Every order that cannot be made has the same text.
  coral.expectTrouble(...refusedWith(409));
  await site.set('cryptoDeposit.paused', true);
  await half.getByRole('button', { name: 'I PAID' }).click();
  await nextToast(page, 'Something went wrong, please try different number');
  await site.set('cryptoDeposit.paused', false);
  await half.getByRole('button', { name: 'Copy your BTC address' }).click();
  await nextToast(page, 'Address was copied');
  await half.getByRole('button', { name: 'Enlarge the QR code of your BTC address' }).click();
  await opened(page, 'crypto.address');
  await expect(modal(page).getByRole('img', { name: 'QR code of your BTC address' })).toBeVisible();
  await lookAtWidths(page, 'crypto.address');
  await closeModal(page);
  const bitcoin = await iPaid(page, 'BTC');
  await opened(page, 'crypto.deposit');
  await expect(modal(page).getByText(bitcoin.wallet)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bitcoin.wallet);
  await lookAtWidths(page, 'crypto.deposit');

  const had = await balanceOf(page);

  // These orders, one per coin, expire unpaid. The test does not wait a day for that.
  await closeModal(page);
  const unpaid: CryptoOrder[] = [];
  for (const coin of COIN_NAMES.filter((each) => each !== 'ETH' || site.ethereum !== null)) {
    unpaid.push(await iPaid(page, coin));
    await closeModal(page);
  }
  const late = unpaid.find(({ coinName }) => coinName === 'USDT');
  if (late === undefined) throw new Error('a deposit in USDT');
  const database = site.openDatabase();
  await database.run(sql`
    update crypto_orders set lock_until = created_at, expires_at = created_at
    where id = any(${unpaid.map(({ id }) => id)}::text[])`);
  await database.close();

  // Half of it arrives. The open page follows it block by block, and it is credited.
  await deposits(page)
    .filter({ hasText: 'BTC' })
    .last()
    .getByRole('button', { name: /^Details/ })
    .click();
  await pay(site, bitcoin, 50);
  await expect(modal(page).getByText('Seen, waiting for a block')).toBeVisible();
  await mine(site, 'BTC', 1);
  await expect(modal(page).getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 2 confirmations');
  await expect(modal(page).getByRole('list', { name: 'Notes' })).toContainText(
    'You can send the rest to the same address',
  );
  await expect(modal(page).getByText('Still to send')).toBeVisible();
  await lookTwice(page, 'crypto-checking');
  await mine(site, 'BTC', 2);
  await nextToast(page, 'Your transaction was received');
  await expect(heading(page, 'Your transaction was received')).toBeVisible();
  const { amountUsd: came } = await orderOf(page, bitcoin.id);
  expect([4.99, 5]).toContain(came);
  expect(await balanceOf(page)).toBeCloseTo(had + came);
  await look(page, 'crypto-received');
  await closeModal(page);

  // The others as requested; TRX on the page of the simulated wallet.
  const others = (['TRX', 'USDT', 'ETH'] as const).filter((coin) => coin !== 'ETH' || site.ethereum !== null);
  for (const coin of others) {
    const before = await balanceOf(page);
    const order = await iPaid(page, coin);
    if (coin === 'TRX') {
      const [wallet] = await Promise.all([
        page.context().waitForEvent('page'),
        modal(page).getByRole('link', { name: 'Pay' }).click(),
      ]);
      await look(wallet, 'simulated-wallet');
      await wallet.getByRole('button', { name: 'Pay' }).click();
      await expect(wallet.getByText(`${order.amountCoin} TRX sent`)).toBeVisible();
      await wallet.close();
    } else await pay(site, order);
    await mine(site, coin, DEEP[coin]);
    await nextToast(page, 'Your transaction was received');
    await expect(modal(page).getByRole('list', { name: 'Payments' })).toContainText('Credited $10.00');
    await expect(modal(page).getByRole('list', { name: 'Notes' })).toHaveCount(0);
    await expect.poll(() => balanceOf(page)).toBeCloseTo(before + 10);
    await closeModal(page);
  }

  // These orders have expired by now. Late payments are credited at the rate of their confirmation; so are overpayments and the network's other coin.
  // An unsupported token is reported as such.
  const declined = deposits(page).filter({ hasText: 'Your transaction was declined' });
  for (const _ of unpaid) await nextToast(page, 'Your transaction was declined');
  await expect(declined).toHaveCount(unpaid.length);
  await declined
    .filter({ hasText: 'USDT' })
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(heading(page, 'Your transaction was declined')).toBeVisible();
  await look(page, 'crypto-declined');
  await pay(site, late, 150);
  await send(site, 'TRX', late.wallet, '20000000');
  await send(site, 'USDT', late.wallet, '1000000', 'fake-token');
  await mine(site, 'USDT', DEEP.USDT);
  await nextToast(page, 'Your transaction was received');
  const notes = modal(page).getByRole('list', { name: 'Notes' });
  for (const note of [
    'after the rate lock had expired',
    `arrived instead of ${late.amountCoin}. All of it is credited`,
    '20 TRX arrived at a USDT address. It is credited as TRX',
    '2 payments arrived. Each is credited once',
  ])
    await expect(notes).toContainText(note);
  await expect(modal(page).getByText(/^Credited \$/)).toHaveCount(2);
  await lookTwice(page, 'crypto-late');
  await closeModal(page);
  await expect(page.getByRole('list', { name: 'Unsupported tokens' }).getByRole('listitem')).toHaveCount(1);
  await lookTwice(page, 'crypto-list', deposits(page).first());
  // No toast is left: the list already said it, so the same notification is only in the bell.
  expect((await toastsLeft(page)).filter((text) => text.startsWith('Crypto deposit'))).toEqual([]);
});

/** The player's address at another service. */
const ELSEWHERE = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const withdrawals = (page: Page): Locator =>
  page.getByRole('list', { name: 'Crypto withdrawals' }).getByRole('listitem');

/** The list of withdrawals on the desk's review screen. */
const waiting = (page: Page): Locator => page.getByRole('list', { name: 'Withdrawals to review' });

/** Gives another role, as the operator does. */
async function setStatus(site: Site, names: readonly string[], status: 'ADMIN' | 'USER'): Promise<void> {
  const database = site.openDatabase();
  await database.run(sql`update players set status = ${status} where name = any(${names}::text[])`);
  await database.close();
}

/** Fills the open window. */
async function fillOut(page: Page, coin: Coin, address: string, dollars: string): Promise<void> {
  await modal(page).getByRole('radio', { name: coin }).check();
  await modal(page).getByRole('radio', { name: address }).check();
  await modal(page).getByLabel('Sum in dollars').fill(dollars);
}

/** Adds an address to the address book in the open window. */
async function addAddress(page: Page, address: string): Promise<void> {
  await modal(page).getByLabel('New address').fill(address);
  await modal(page).getByRole('button', { name: 'Save address' }).click();
}

/** Presses WITHDRAW until the window of the withdrawal opens. A rate that has moved is a 409; then it presses again. */
async function withdraw(page: Page, state: RegExp): Promise<void> {
  await expect(async () => {
    const button = modal(page).getByRole('button', { name: 'WITHDRAW' });
    if (await button.isVisible()) await button.click({ timeout: 3_000 });
    await expect(modal(page).getByRole('heading', { name: state })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
}

/** Withdraws a sum in USDT, from the page to the window of the withdrawal. */
async function askFor(page: Page, dollars: string, state: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw crypto' }).click();
  await fillOut(page, 'USDT', ELSEWHERE, dollars);
  await expect(received(page, 'USDT')).toBeVisible();
  await withdraw(page, state);
}

/** The amount to receive, as the open window shows it. */
const received = (page: Page, coin: Coin): Locator => modal(page).getByText(new RegExp(`^\\d[\\d.]* ${coin}$`));

test('withdraw below and above Level 10, to an invalid address, with two signatures, rejected by staff and by the chain', async ({
  site,
  member,
}) => {
  test.slow(); // four withdrawals, three people, and several screens are checked
  const pearl = await member('pearl', '/faq');
  const { page } = pearl;
  await rates(page);
  await deposited(site, page, 60);
  await page.goto('/withdraw');
  await connected(page);

  // The rule and the costs are shown before a sum is entered.
  await page.getByRole('button', { name: 'Withdraw crypto' }).click();
  await opened(page, 'crypto.withdraw');
  const window = modal(page);
  await window.getByRole('radio', { name: 'USDT' }).check();
  await expect(window.getByText('Users need to be at least Level 10 to get the winnings.')).toBeVisible();
  await expect(window.getByText(/^1 USDT = \$/)).toBeVisible();
  await expect(window.getByText('$2.00, deducted from the sum')).toBeVisible();
  await expect(window.getByText('15 minutes; then requoted, within 5%')).toBeVisible();
  await expect(window.getByRole('button', { name: 'WITHDRAW' })).toBeDisabled();
  await lookAtWidths(page, 'crypto.withdraw');

  // Coins go only to addresses in the player's own address book. A mistyped address is rejected. A new one waits a day, and every page is notified of
  // it.
  pearl.expectTrouble(...refusedWith(422), ...refusedWith(409));
  await addAddress(page, `${ELSEWHERE.slice(0, -1)}J`);
  await expect(window.getByText('it has a typing error, its checksum is wrong')).toBeVisible();
  await look(page, 'crypto-withdraw-address');
  await addAddress(page, ELSEWHERE);
  await nextToast(page, `Withdrawal address added: ${ELSEWHERE}. If that was not you, remove it on the withdraw page`);
  await expect(window.getByText(/^New: usable from /)).toBeVisible();
  await expect(window.getByRole('radio', { name: ELSEWHERE })).toBeDisabled();
  await lookTwice(page, 'crypto-address-book', window.getByRole('group', { name: 'Address' }));
  await window.getByRole('button', { name: `Remove address ${ELSEWHERE}` }).click();
  await nextToast(page, `Withdrawal address removed: ${ELSEWHERE}`);
  // The test does not wait a day.
  await site.set('cryptoOut.addressHoldMs', 0);
  await addAddress(page, ELSEWHERE);
  await nextToast(page, `Withdrawal address added: ${ELSEWHERE}. If that was not you, remove it on the withdraw page`);
  await expect(window.getByRole('radio', { name: ELSEWHERE })).toBeChecked();
  await fillOut(page, 'USDT', ELSEWHERE, '60.01');
  await window.getByRole('button', { name: 'WITHDRAW' }).click();
  await nextToast(page, 'Users need to be at least Level 10 to get the winnings');
  await expect(window.getByText('You can withdraw $60.00 now.')).toBeVisible();

  // Deposited money can be withdrawn at any level.
  await fillOut(page, 'USDT', ELSEWHERE, '20');
  await expect(window.getByText('You will receive')).toBeVisible();
  await expect(received(page, 'USDT')).toBeVisible();
  const had = await balanceOf(page);
  await withdraw(page, /^(Requested|Signed|Sent)$/);
  await opened(page, 'crypto.withdrawal');
  await expect(heading(page, 'Sent')).toBeVisible();
  await mine(site, 'USDT', DEEP.USDT);
  await expect(heading(page, 'Withdrawn')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Copy transaction' })).toBeVisible();
  await lookAtWidths(page, 'crypto.withdrawal');
  expect(await balanceOf(page)).toBeCloseTo(had - 20);
  await closeModal(page);

  // From Level 10 on, more than was deposited, and in another coin. Above the limit two reviewers have to sign; the page follows each.
  await liftLevel(site, pearl.name);
  await site.set('cryptoOut.reviewCents', 15_00);
  const staff = await Promise.all(['aster', 'birch'].map((name) => member(name, '/faq')));
  await setStatus(
    site,
    staff.map(({ name }) => name),
    'ADMIN',
  );
  await page.reload();
  await connected(page);
  await page.getByRole('button', { name: 'Withdraw crypto' }).click();
  await fillOut(page, 'TRX', ELSEWHERE, '60');
  const shown = await received(page, 'TRX').textContent();
  // The player did not agree to less than the screen shows: it shows the new amount, to be confirmed again.
  await site.set('cryptoOut.spreadBps', 400);
  await window.getByRole('button', { name: 'WITHDRAW' }).click();
  await expect(window.getByText(/^The rate changed: you would now receive [\d.]+ TRX/)).toBeVisible();
  await expect(received(page, 'TRX')).not.toHaveText(shown ?? '');
  await withdraw(page, /^In review$/);
  await expect(window.getByText('0 of 2 have')).toBeVisible();
  const [one, two] = site.reviewers();
  if (!one || !two || !staff[0] || !staff[1]) throw new Error('two reviewers');
  const [aster, birch] = [staff[0].page, staff[1].page];
  for (const desk of [aster, birch]) await desk.goto('/staff/review');
  await test.step('no one reviews their own withdrawal, whatever their role', async () => {
    await setStatus(site, [pearl.name], 'ADMIN');
    const own = await page.context().newPage();
    await own.goto('/staff/review');
    await expect(waiting(own).getByText('You cannot review your own withdrawal.')).toBeVisible();
    await expect(waiting(own).getByRole('button', { name: /^(Sign|Reject)$/ })).toHaveCount(0);
    const id = await waiting(own)
      .getByText(/^cwd_[0-9a-z]{26}$/)
      .innerText();
    pearl.expectTrouble(...refusedWith(403));
    const refusal = { withdrawalId: id, why: 'it is mine' };
    expect(await post(own, '/admin/withdrawals/reject', refusal)).toMatchObject({ message: 'ERR_REVIEW_OWN' });
    const signature = { withdrawalId: id, key: one.key, signature: 'ab'.repeat(64) };
    expect(await post(own, '/admin/withdrawals/approve', signature)).toMatchObject({ message: 'ERR_REVIEW_OWN' });
    await own.close();
    await setStatus(site, [pearl.name], 'USER');
  });
  await test.step('two reviewers sign what the checks covered; the player follows', async () => {
    const checks = waiting(aster).getByRole('list', { name: 'Checks' }).getByRole('listitem');
    await expect(checks).toContainText([
      'Level 10 of 10',
      'deposited and not staked',
      'requested in 24 hours',
      'Account was 0 days old',
      'No reversed deposits',
      'No open incidents',
    ]);
    await expect(waiting(aster).getByText(ELSEWHERE)).toBeVisible();
    await fillInSignature(aster, one);
    await look(aster, 'desk-withdrawal');
    await aster.getByRole('button', { name: 'Sign', exact: true }).click();
    await nextToast(aster, 'Signed. Another reviewer must sign it too');
    await expect(waiting(aster).getByText('1 of 2 signatures')).toBeVisible();
    await expect(waiting(aster).getByText('You signed it. Another reviewer must sign with another key.')).toBeVisible();
    await expect(window.getByText('1 of 2 have')).toBeVisible();
    await look(page, 'crypto-review');
    await birch.reload();
    await expect(waiting(birch).getByRole('list', { name: 'Signatures' })).toContainText('signed');
    await fillInSignature(birch, two);
    await birch.getByRole('button', { name: 'Sign', exact: true }).click();
    await nextToast(birch, 'Signed by two reviewers. It is sent next');
    await expect(birch.getByText('No withdrawals to review')).toBeVisible();
  });
  await expect(heading(page, 'Sent')).toBeVisible();
  await mine(site, 'TRX', DEEP.TRX);
  await expect(heading(page, 'Withdrawn')).toBeVisible();
  expect(await balanceOf(page)).toBeCloseTo(had - 80);
  await closeModal(page);

  // A reviewer can reject it with a reason, and the money is refunded.
  const before = await balanceOf(page);
  await askFor(page, '20', /^In review$/);
  expect(await balanceOf(page)).toBeCloseTo(before - 20);
  for (const desk of [aster, birch]) await desk.reload();
  // The other reviewer signs at the same moment. Whichever is first, it is not sent.
  await fillInSignature(birch, two);
  await aster.getByRole('button', { name: 'Reject', exact: true }).click();
  await modal(aster).getByLabel('Reason').fill('The address is on a list');
  await look(aster, 'desk-refusal');
  staff[1].expectTrouble(...refusedWith(409));
  await Promise.all([
    modal(aster).getByRole('button', { name: 'REJECT' }).click(),
    birch.getByRole('button', { name: 'Sign', exact: true }).click(),
  ]);
  await expect(modal(aster)).toBeHidden();
  await expect(aster.getByText('No withdrawals to review')).toBeVisible();
  await expect(heading(page, 'Refunded')).toBeVisible();
  await expect(window.getByText('The address is on a list', { exact: false })).toBeVisible();
  await expect.poll(() => balanceOf(page)).toBeCloseTo(before);
  await look(page, 'crypto-refunded');
  await closeModal(page);

  // Signed and sent, but the chain rejects it. It is never sent again, and the money is refunded.
  await site.simulate('POST', 'faults', { service: 'tron', fault: 'contract-failed', times: 1 });
  await askFor(page, '16', /^In review$/);
  // Both sign at once: each signature counts once, and it is sent once.
  for (const desk of [aster, birch]) await desk.reload();
  await Promise.all([fillInSignature(aster, one), fillInSignature(birch, two)]);
  await Promise.all([aster, birch].map((desk) => desk.getByRole('button', { name: 'Sign', exact: true }).click()));
  await expect(heading(page, 'Sent')).toBeVisible();
  expect(await balanceOf(page)).toBeCloseTo(before - 16);
  await mine(site, 'USDT', DEEP.USDT);
  await expect(heading(page, 'Refunded')).toBeVisible();
  await expect(window.getByText('The network rejected the payment to this address', { exact: false })).toBeVisible();
  await expect.poll(() => balanceOf(page)).toBeCloseTo(before);
  await look(page, 'crypto-failed');
  await closeModal(page);
  await lookTwice(page, 'crypto-withdrawals', withdrawals(page).first());

  // Another address requires a recent sign-in. The test does not wait an hour.
  const older = site.openDatabase();
  await older.run(sql`
    update sessions set created_at = created_at - 3600000
    where player_id = (select id from players where name = ${pearl.name})`);
  await older.close();
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw crypto' }).click();
  await window.getByRole('radio', { name: 'USDT' }).check();
  await window.getByRole('button', { name: 'Add address' }).click();
  await expect(window.getByRole('link', { name: 'Sign in again' })).toBeVisible();
  await lookTwice(page, 'crypto-sign-in-again', window.getByRole('group', { name: 'Address' }));
  await closeModal(page);

  await creditedByTwo(site, pearl, [staff[0], staff[1]]);
  await expect.poll(() => balanceOf(page)).toBeGreaterThan(before);
});
