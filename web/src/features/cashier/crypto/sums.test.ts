import { expect, test } from 'vitest';
import { coinOnNetwork, rateText, totalOf, unitsOf } from './sums.ts';

test('small rates keep their decimals', () => {
  expect([67187.33, 3500, 0.27, 0.999501, 1].map(rateText)).toEqual([
    '$67,187.33',
    '$3,500.00',
    '$0.27',
    '$0.999501',
    '$1.00',
  ]);
});

test('coin amounts are compared and summed in base units, without floats', () => {
  expect(unitsOf('ETH', '1.000000000000000001')).toBe(1_000_000_000_000_000_001n);
  expect(unitsOf('BTC', '0.00000001')).toBe(1n);
  expect(unitsOf('TRX', '37')).toBe(37_000_000n);
  expect(totalOf('ETH', ['0.1', '0.2'])).toBe('0.3');
  expect(totalOf('USDT', [])).toBe('0');
});

test('a coin is shown with its chain', () => {
  expect((['TRX', 'USDT', 'BTC', 'ETH'] as const).map(coinOnNetwork)).toEqual([
    'TRX on TRON',
    'USDT on TRON (TRC20)',
    'BTC on Bitcoin',
    'ETH on Ethereum',
  ]);
});
