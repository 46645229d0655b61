/** How strong a proof a named address is, and where to look it up. */
import type { ReserveAddress } from '@fairpot/fairness/reserves/reserves';
import { expect, test } from 'vitest';
import { coinText } from './figures.ts';
import { explorerOf, inventoryOf, namedWorth, addressProofOf } from './reserves.ts';

const HOUR = 3_600_000;
const moment = { number: 9, at: HOUR * 1000, everyMs: HOUR };
const address = (over: Partial<ReserveAddress> = {}): ReserveAddress => ({
  network: 'tron',
  address: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
  kind: 'hot',
  held: [],
  height: 1,
  at: moment.at,
  signed: { number: 8, root: '', signature: '' },
  ...over,
});
const signedOver = (number: number) => address({ signed: { number, root: '', signature: '' } });

test('a signature is recent for three statements, an amount fresh for two periods', () => {
  expect([8, 6, 5].map((number) => addressProofOf(signedOver(number), moment).proof)).toEqual([
    'signed',
    'signed',
    'old',
  ]);
  const unsigned = address({ signed: null });
  expect([1, 2, 9].map((number) => addressProofOf(unsigned, { ...moment, number }).proof)).toEqual([
    'next',
    'none',
    'none',
  ]);
  const ages = [2 * HOUR, 2 * HOUR + 1].map((age) => addressProofOf(address({ at: moment.at - age }), moment).fresh);
  expect(ages).toEqual([true, false]);
  const named = [
    { coin: 'USDT', units: '1', cents: 150 },
    { coin: 'ETH', units: '1', cents: null },
  ];
  const addresses = [signedOver(8), signedOver(2), address({ signed: null })];
  expect(namedWorth({ named, addresses, accounts: [], games: [] }, moment)).toEqual({ worth: 150, signed: 1 });
});

test('links lead to outside explorers in live mode, and to the simulators in a demo', () => {
  const bitcoin = { network: 'bitcoin', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' } as const;
  expect(explorerOf(bitcoin, false)).toBe(`https://mempool.space/address/${bitcoin.address}`);
  expect(explorerOf(address(), false)).toBe(`https://tronscan.org/#/address/${address().address}`);
  expect(explorerOf({ network: 'ethereum', address: '0x00' }, false)).toBe('https://etherscan.io/address/0x00');
  expect(explorerOf(bitcoin, true)).toBe(`/sim/wallet/held?network=bitcoin&address=${bitcoin.address}`);
  expect(inventoryOf('76561198000000009', 730, false)).toBe(
    'https://steamcommunity.com/profiles/76561198000000009/inventory/#730',
  );
  expect(inventoryOf('76561198000000009', 730, true)).toMatch(/^\/sim\/steam\/inventory\/76561198000000009\/730\/2/);
});

test('amounts are shown in coins', () => {
  expect(coinText('USDT', '10000000500000')).toBe('10,000,000.5 USDT');
  expect([coinText('BTC', '120000'), coinText('USDT', '5'), coinText('ETH', '0'), coinText('NEW', '12')]).toEqual([
    '0.0012 BTC',
    '0.000005 USDT',
    '0 ETH',
    '12 NEW',
  ]);
});
