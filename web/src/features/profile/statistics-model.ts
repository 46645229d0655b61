/** The series of the profile's charts, from the server's daily statistics. Pure. */
import { GAMES } from '@fairpot/contract/games/games';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { DayStatistics } from '@fairpot/contract/profile/schemas';
import type { ChartSeries, ChartTone } from '../../ui/charts/drawing.tsx';
import { texts as profileTexts } from './texts.ts';

const texts = profileTexts.statistics;

const DAY_MS = 86_400_000;
const TONES: readonly ChartTone[] = ['volt', 'info', 'warn', 'ok', 'bad'];

export interface StatisticsCharts {
  /** Start of each day (UTC) in epoch ms, ascending; every day from the first result to today. */
  readonly at: readonly number[];
  readonly net: readonly ChartSeries[];
  readonly staked: readonly ChartSeries[];
  readonly rounds: readonly ChartSeries[];
}

/** `back`: how many days back, including today. Sums are in cents. */
export function chartsOf({ from, to, netBeforeUsd, days }: DayStatistics, back: number): StatisticsCharts {
  const first = Math.max(from, to - back + 1);
  const all = Array.from({ length: to - first + 1 }, (_, n) => first + n);
  const rowsOf = new Map<number, DayStatistics['days']>();
  for (const row of days) rowsOf.set(row.day, [...(rowsOf.get(row.day) ?? []), row]);
  const sum = (day: number, of: (row: DayStatistics['days'][number]) => number) =>
    (rowsOf.get(day) ?? []).reduce((total, row) => total + of(row), 0);
  const gain = (row: DayStatistics['days'][number]) => centsFromUsd(row.wonUsd) - centsFromUsd(row.stakedUsd);
  const earlier = days.filter(({ day }) => day < first).reduce((total, row) => total + gain(row), 0);
  let net = centsFromUsd(netBeforeUsd) + earlier;
  const nets = all.map((day) => (net += sum(day, gain)));
  return {
    at: all.map((day) => day * DAY_MS),
    net: [{ label: texts.labels.net, tone: 'volt', values: nets }],
    staked: GAMES.map(({ game, label }, n) => ({
      label,
      tone: TONES[n % TONES.length] ?? 'volt',
      values: all.map((day) => sum(day, (row) => (row.game === game ? centsFromUsd(row.stakedUsd) : 0))),
    })),
    rounds: [
      { label: texts.played, tone: 'info', values: all.map((day) => sum(day, (row) => row.played)) },
      { label: texts.won, tone: 'ok', values: all.map((day) => sum(day, (row) => row.won)) },
    ],
  };
}
