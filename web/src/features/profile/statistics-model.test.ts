/** The charts: every day once, sums that add up, and earlier results included. */
import { expect, test } from 'vitest';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { DayStatistics } from '@fairpot/contract/profile/schemas';
import { chartsOf } from './statistics-model.ts';

const row = (day: number, game: 'coinflip' | 'jackpot', stakedUsd: number, wonUsd: number) => {
  return { day, game, played: 1, won: centsFromUsd(wonUsd) > 0 ? 1 : 0, stakedUsd, wonUsd, feeUsd: 0 };
};
const year: DayStatistics = {
  from: 20_000,
  to: 20_364,
  netBeforeUsd: -3.5,
  days: [
    row(20_010, 'coinflip', 10, 0),
    row(20_362, 'coinflip', 0.1, 0),
    row(20_362, 'jackpot', 0.2, 0.6),
    row(20_364, 'jackpot', 5, 0),
  ],
};

test('the net position continues from earlier results, day by day', () => {
  const { at, net } = chartsOf(year, 4);
  expect(at.map((each) => each / 86_400_000)).toEqual([20_361, 20_362, 20_363, 20_364]);
  expect(net[0]?.values).toEqual([-1350, -1320, -1320, -1820]);
  const whole = chartsOf(year, 365).net[0]!.values;
  expect(whole).toHaveLength(365);
  expect([whole[0], whole[10], whole.at(-1)]).toEqual([-350, -1350, -1820]);
});

test('stakes are split by game, rounds into played and won', () => {
  const { staked, rounds } = chartsOf(year, 4);
  const of = (label: string) => [...staked, ...rounds].find((series) => series.label === label)?.values;
  expect(of('Coinflip')).toEqual([0, 10, 0, 0]);
  expect(of('Jackpot')).toEqual([0, 20, 0, 500]);
  expect(of('Played')).toEqual([0, 2, 0, 1]);
  expect(of('Won')).toEqual([0, 1, 0, 0]);
});
