/** The page about prices: with this site's figures, signed out too, and without sources or coins. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CryptoRate } from '@fairpot/contract/crypto/schemas';
import type { PriceTerms } from '@fairpot/contract/market/schemas';
import { freshServer, show, type FixtureServer } from '../../../trade-kit/server.fixture.tsx';
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
  sources: ['skinport', 'marketcsgo', 'skinportsales', 'waxpeer', 'steam'],
};

const rate = (name: CryptoRate['name'], amountUsd: number | null, marketUsd: number | null): CryptoRate => ({
  ...{ name, amountUsd, marketUsd, spreadBps: 100, networkFeeUsd: 0, lockMs: 1_800_000, lockDayUsd: 5_000 },
});

let server: FixtureServer;
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

test('shows both prices of a $100 item by how easily it resells', async () => {
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
  // Lists of phases alone set no other price.
  await expect.element(page.getByText('on the cash markets (Skinport, Market.CSGO), less')).toBeVisible();
  await expect.element(page.getByText(/Each phase of a Doppler is an item of its own/)).toBeVisible();
});

test('shows how long a crypto rate is locked, and the credited rate of each coin', async () => {
  await show(<PricesPage />);
  await expect.element(page.getByText(/30 minutes.*falls by more than 1%.*\$5,000\.00/)).toBeVisible();
  const coins = page.getByRole('listitem').filter({ hasText: /USDT|BTC|ETH/ });
  await expect
    .poll(() => coins.elements().map((coin) => coin.textContent))
    .toEqual([
      'USDTWe credit $0.9900, the market rate is $1.0000',
      'BTCWe credit $66,330.50, the market rate is $67,000.51',
      'ETHNo rate right now: deposits wait, and nothing is lost.',
    ]);
});

test('without market sources and coins the page says so and shows the rest', async () => {
  server.answers['/market/terms'] = { ...TERMS, sources: [] };
  server.answers['/cryptodeposits/rates'] = [];
  await show(<PricesPage />);
  await expect.element(page.getByText(/This demo uses catalogue prices/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'When a price is being checked' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'How long a crypto rate is locked' })).not.toBeInTheDocument();
});

test('prices that failed to load can be retried', async () => {
  server.answers['/market/terms'] = 'UNAVAILABLE';
  await show(<PricesPage />);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  server.answers['/market/terms'] = TERMS;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('table')).toBeVisible();
});
