import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUICKNET } from './beacon.ts';
import { drandRoundAt, drandRoundFor, drandRoundTime } from './schedule.ts';

const genesis = QUICKNET.genesisMs;

describe('drandRoundAt', () => {
  test.each([
    [0, 1],
    [1, 2],
    [3_000, 2],
    [3_001, 3],
    [5_999, 3],
    [6_000, 3],
  ])('%i ms after genesis it is round %i', (after, round) => {
    expect(drandRoundAt(genesis + after, QUICKNET)).toBe(round);
  });

  test('is the first round at or after the instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), fc.integer({ min: 1, max: 60_000 }), (after, periodMs) => {
        const timing = { genesisMs: genesis, periodMs };
        const round = drandRoundAt(genesis + after, timing);
        expect(drandRoundTime(round, timing)).toBeGreaterThanOrEqual(genesis + after);
        if (round > 1) expect(drandRoundTime(round - 1, timing)).toBeLessThan(genesis + after);
      }),
    );
  });

  test('refuses an instant before genesis and times that are not integers', () => {
    expect(() => drandRoundAt(genesis - 1, QUICKNET)).toThrow('had not begun');
    expect(() => drandRoundAt(genesis + 0.5, QUICKNET)).toThrow('integers');
    expect(() => drandRoundAt(genesis, { ...QUICKNET, periodMs: 0 })).toThrow('integers');
  });
});

describe('drandRoundFor', () => {
  const lockedAt = genesis + 300_000;

  test('waits 15 s for a coinflip, 6 s for the others', () => {
    expect(drandRoundFor({ lockedAt, game: 'coinflip', ...QUICKNET })).toBe(106);
    expect(drandRoundFor({ lockedAt, game: 'jackpot', ...QUICKNET })).toBe(103);
    expect(drandRoundFor({ lockedAt, game: 'casebattle', ...QUICKNET })).toBe(103);
    expect(drandRoundFor({ lockedAt: lockedAt + 1, game: 'casebattle', ...QUICKNET })).toBe(104);
  });

  test('an instant more than a whole period is the next round', () => {
    expect(drandRoundFor({ lockedAt: lockedAt - 1, game: 'coinflip', ...QUICKNET })).toBe(106);
    expect(drandRoundFor({ lockedAt: lockedAt + 1, game: 'coinflip', ...QUICKNET })).toBe(107);
  });
});
