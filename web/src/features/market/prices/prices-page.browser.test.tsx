/** How prices are made, as anybody reads it: with the numbers of this site, signed out too, and where sources or coins are missing. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CryptoRate } from '@fairpot/contract/crypto/schemas';
import type { PriceTerms } from '@fairpot/contract/market/schemas';
import { freshServer, show, type Server } from '../../../trade-kit/server.fixture.tsx';
import { PricesPage } from './prices-page.tsx';

const TERMS: PriceTerms = {
  spreadBps: 500,
  tiers: [
    { liquidity: 'liquid', haircutBps: 500, stock: 200 },
    { liquidity: 'usual', haircutBps: 800, stock: 40 },
    { liquidity: 'slow', haircutBps: 1_500, stock: 10 },
    { liquidity: 'thin', haircutBps: 2_500, stock: 3 },
  ],
  riseBps: { hour: 500, day: 1_000, week: 2_000 },
  thinMostUsd: 1_000,
  steam: [
    { appId: 730, bps: 13_000 },
    { appId: 252490, bps: 12_840 },
    { appId: 570, bps: 13_000 },
  ],
  sources: ['skinport', 'marketcsgo', 'steam'],
};

const rate = (name: CryptoRate['name'], amountUsd: number | null, marketUsd: number | null): CryptoRate => ({
  ...{ name, amountUsd, marketUsd, spreadBps: 100, networkFeeUsd: 0, lockMs: 1_800_000, lockDayUsd: 5_000 },
});

let server: Server;
beforeEach(() => {
  server = freshServer();
  server.answers['/market/terms'] = TERMS;
  server.answers['/cryptodeposits/rates'] = [
    rate('USDT', 0.99, 1),
    rate('BTC', 66_330.5, 67_000.51),
    rate('ETH', null, null),
  ];
});
afterEach(() => void vi.unstubAllGlobals());

test('what is paid and asked for an item of $100, by how easily it is sold again', async () => {
  await show(<PricesPage />);
  const cells = () =>
    [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
  await expect.poll(cells).toEqual([
    ['$95.00', '$105.00', '200'],
    ['$92.00', '$105.00', '40'],
    ['$85.00', '$105.00', '10'],
    ['$75.00', '$105.00', '3'],
  ]);
  await expect.element(page.getByText(/5% in an hour.*10% in a day.*20% in a week/)).toBeVisible();
  await expect.element(page.getByText(/28% in Rust/)).toBeVisible();
});

test('how long the rate of a coin holds, and what each coin is credited as', async () => {
  await show(<PricesPage />);
  await expect.element(page.getByText(/30 minutes.*falls by no more than 1%.*\$5,000\.00/)).toBeVisible();
  const coins = page.getByRole('listitem').filter({ hasText: /USDT|BTC|ETH/ });
  await expect
    .poll(() => coins.elements().map((coin) => coin.textContent))
    .toEqual([
      'USDTWe credit $0.9900, the market says $1.0000',
      'BTCWe credit $66,330.50, the market says $67,000.51',
      'ETHNo rate right now: deposits wait, and nothing is lost.',
    ]);
});

test('where no market is asked and no coin offered, the page says so and stays whole', async () => {
  server.answers['/market/terms'] = { ...TERMS, sources: [] };
  server.answers['/cryptodeposits/rates'] = [];
  await show(<PricesPage />);
  await expect.element(page.getByText(/This demo asks no market/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'When a price is being checked' })).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: 'How long the rate of a coin holds' }))
    .not.toBeInTheDocument();
});

test('prices that cannot be read are tried again', async () => {
  server.answers['/market/terms'] = 'UNAVAILABLE';
  await show(<PricesPage />);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  server.answers['/market/terms'] = TERMS;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('table')).toBeVisible();
});
