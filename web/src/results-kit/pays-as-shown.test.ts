/** A line of results that names other amounts than its proof pays is not verified. */
import { expect, test } from 'vitest';
import { paysAsShown } from './pays-as-shown.ts';

const user = {
  id: 'ply_1',
  steamid: '',
  name: 'anna',
  avatar: '',
  level: 0,
  experience: 0,
  isFake: false,
  badge: null,
};
const line = (...wonUsd: number[]) => ({ winners: wonUsd.map((won) => ({ user, stakedUsd: 5, wonUsd: won })) });
const proof = (...shares: number[]) => ({ payouts: { shares: shares.map((cents) => ({ cents })) } });

test.each([
  ['one winner', proof(3_070), line(30.7), true],
  ['a cent too much', proof(3_070), line(30.71), false],
  ['two winners, in any order', proof(1_001, 1_000), line(10, 10.01), true],
  ['a share of nothing names no winner', proof(1_000, 0), line(10), true],
  ['a winner that the proof does not pay', proof(1_000), line(10, 10), false],
  ['a share that the line leaves out', proof(1_000, 900), line(10), false],
])('%s', (_, given, shown, isRight) => {
  expect(paysAsShown(given, shown)).toBe(isRight);
});
