import { describe, expect, test } from 'vitest';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { acceptChain, checkPin, isPins } from './pins.ts';

const other = { ...QUICKNET, publicKey: 'ab'.repeat(96), chainHash: 'cd'.repeat(32) };

describe('the pinned beacon', () => {
  test('is pinned on first use and expected from then on', () => {
    const first = checkPin(null, QUICKNET);
    expect(first).toEqual({ found: 'first', pins: { chains: [QUICKNET] } });
    expect(checkPin({ chains: [QUICKNET] }, { ...QUICKNET })).toEqual({ found: 'same' });
  });

  test.each(['publicKey', 'chainHash'] as const)('a changed %s is reported', (field) => {
    const offered = { ...QUICKNET, [field]: other[field] };
    expect(checkPin({ chains: [QUICKNET] }, offered)).toEqual({ found: 'changed', pinned: QUICKNET, offered });
  });

  test('reports changed times too, because they move the named round', () => {
    expect(checkPin({ chains: [QUICKNET] }, { ...QUICKNET, genesisMs: QUICKNET.genesisMs - 3000 }).found).toBe(
      'changed',
    );
    expect(checkPin({ chains: [QUICKNET] }, { ...QUICKNET, periodMs: 1000 }).found).toBe('changed');
  });

  test('accepting a chain makes it the expected one and keeps the old one', () => {
    const pins = acceptChain({ chains: [QUICKNET] }, other);
    expect(checkPin(pins, other)).toEqual({ found: 'same' });
    expect(pins.chains).toEqual([QUICKNET, other]);
    expect(checkPin(pins, QUICKNET).found).toBe('changed');
  });

  test('accepts only values of the right shape', () => {
    expect(isPins({ chains: [QUICKNET] })).toBe(true);
    for (const wrong of [null, [], {}, { chains: [{}] }, { chains: [{ ...QUICKNET, periodMs: '3' }] }])
      expect(isPins(wrong)).toBe(false);
  });
});
