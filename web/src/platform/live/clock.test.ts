import { afterEach, expect, test, vi } from 'vitest';
import { addClockSample, bestOf, forgetClockSamples, serverNow, useClock } from './clock.ts';

afterEach(() => {
  vi.useRealTimers();
  forgetClockSamples();
  useClock.setState(bestOf([]));
});

test('measures the offset at the middle of the round trip', () => {
  expect(bestOf([{ sentAt: 1_000, receivedAt: 1_040, serverNow: 6_020 }])).toEqual({ offsetMs: 5_000, rttMs: 40 });
});

test('uses the sample with the shortest round trip, whatever its age', () => {
  const slow = { sentAt: 0, receivedAt: 900, serverNow: 900 };
  const quick = { sentAt: 0, receivedAt: 10, serverNow: 105 };
  expect(bestOf([slow, quick, slow])).toEqual({ offsetMs: 100, rttMs: 10 });
});

test('reports no offset without samples', () => {
  expect(bestOf([])).toEqual({ offsetMs: 0, rttMs: null });
});

test('has no negative round trip when the clock is set back in between', () => {
  expect(bestOf([{ sentAt: 50, receivedAt: 40, serverNow: 60 }]).rttMs).toBe(0);
});

test("the server's time is this clock plus the offset, in either direction", () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  expect(serverNow()).toBe(1_000_000);
  addClockSample({ sentAt: 1_000_000, receivedAt: 1_000_040, serverNow: 4_600_020 });
  expect(serverNow()).toBe(4_600_000);
  forgetClockSamples();
  addClockSample({ sentAt: 1_000_000, receivedAt: 1_000_040, serverNow: 400_020 });
  expect(serverNow()).toBe(400_000);
  vi.setSystemTime(1_000_500);
  expect(serverNow()).toBe(400_500);
});
