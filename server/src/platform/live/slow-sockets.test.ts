import { expect, test } from 'vitest';
import { findSlow, MAX_TOTAL_BYTES, type UnsentData } from './slow-sockets.ts';

const slowOf = (sockets: readonly UnsentData[]) => findSlow(sockets, (socket) => socket);

test('a socket that holds more than a megabyte or 2,000 packets is slow', () => {
  const sockets = [
    { bytes: 1_000_000, packets: 2_000 },
    { bytes: 1_000_001, packets: 1 },
    { bytes: 1, packets: 2_001 },
  ];
  expect(slowOf(sockets).map(({ socket, reason }) => [sockets.indexOf(socket as never), reason])).toEqual([
    [1, 'too much unread by this socket'],
    [2, 'too much unread by this socket'],
  ]);
});

test('of 20,000 sockets below their own limit, those with the most are cut until the rest fits', () => {
  const sockets = Array.from({ length: 20_000 }, (_, n) => ({
    bytes: n % 2 === 0 ? 0 : 40 * (n % 20_000),
    packets: 1,
  }));
  const total = (of: readonly UnsentData[]) => of.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total(sockets)).toBeGreaterThan(MAX_TOTAL_BYTES);
  const slow = slowOf(sockets);
  const cut = new Set<UnsentData>(slow.map(({ socket }) => socket));
  const left = sockets.filter((socket) => !cut.has(socket));
  expect(total(left)).toBeLessThanOrEqual(MAX_TOTAL_BYTES);
  const least = Math.min(...slow.map(({ bytes }) => bytes));
  expect(total(left) + least, 'no more than necessary').toBeGreaterThan(MAX_TOTAL_BYTES);
  expect(Math.max(...left.map(({ bytes }) => bytes))).toBeLessThanOrEqual(least);
  expect(new Set(slow.map(({ reason }) => reason))).toEqual(new Set(['too much unread by all sockets']));
});

test('sockets that are cut for their own data do not count for the others', () => {
  const sockets = [
    { bytes: 2 * MAX_TOTAL_BYTES, packets: 1 },
    { bytes: 900_000, packets: 1 },
  ];
  expect(slowOf(sockets).map(({ socket }) => sockets.indexOf(socket as never))).toEqual([0]);
});
