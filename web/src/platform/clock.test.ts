import { expect, test } from 'vitest';
import { bestOf } from './clock.ts';

test('the offset is taken at the middle of the round trip', () => {
  expect(bestOf([{ sentAt: 1_000, receivedAt: 1_040, serverNow: 6_020 }])).toEqual({ offsetMs: 5_000, rttMs: 40 });
});

test('the quickest sample wins, whatever its age', () => {
  const slow = { sentAt: 0, receivedAt: 900, serverNow: 900 };
  const quick = { sentAt: 0, receivedAt: 10, serverNow: 105 };
  expect(bestOf([slow, quick, slow])).toEqual({ offsetMs: 100, rttMs: 10 });
});

test('without samples nothing is claimed', () => {
  expect(bestOf([])).toEqual({ offsetMs: 0, rttMs: null });
});

test('a clock set back in flight gives no negative round trip', () => {
  expect(bestOf([{ sentAt: 50, receivedAt: 40, serverNow: 60 }]).rttMs).toBe(0);
});
