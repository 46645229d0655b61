import { expect, test } from 'vitest';
import { SignalPace } from './signal-pace.ts';

/** The seconds, of the first hundred, in which a signal that changes each second is sent. */
function secondsSent(sockets: number): number[] {
  const pace = new SignalPace();
  return Array.from({ length: 100 }, (_, second) => second).filter((second) =>
    pace.take(1_000_000 + 1_000 * second, sockets),
  );
}

test('with few sockets a signal is sent each second', () => {
  expect(secondsSent(0)).toHaveLength(100);
  expect(secondsSent(1_000)).toHaveLength(100);
});

test('with many it waits a millisecond for each socket', () => {
  expect(secondsSent(20_000)).toEqual([0, 20, 40, 60, 80]);
});
