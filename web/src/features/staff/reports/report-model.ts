/** Lines of days as a report shows them: by kind in one order, days without anything included, as a drawing and as CSV. Pure. */
import { GAMES } from '@fairpot/contract/games/games';
import { cents, centsFromUsd, plainUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { DAY_MS } from '@fairpot/contract/operations/calls';
import type { DayLine } from '@fairpot/contract/operations/schemas';
import type { ChartSeries } from '../../../ui/charts/chart.tsx';

export type Section = 'games' | 'deposits' | 'withdrawals';

export interface DaySums {
  readonly day: number;
  readonly times: number;
  readonly sum: Cents;
  readonly back: Cents;
  readonly fee: Cents;
}

export interface KindSums extends Omit<DaySums, 'day'> {
  readonly kind: string;
  readonly label: string;
}

const PREFIX: Readonly<Record<Section, string>> = { games: 'game:', deposits: 'deposit:', withdrawals: 'withdraw:' };

/** What the sums of a line are called, by section; null: it has none of these. */
export const HEADS: Readonly<
  Record<Section, readonly [times: string, sum: string, back: string | null, fee: string | null]>
> = {
  games: ['Results', 'Staked', 'Paid out', 'Fees'],
  deposits: ['Deposits', 'Came in', 'Taken back', null],
  withdrawals: ['Withdrawals', 'Went out', null, 'Network fees'],
};

/** '2026-11-22' of a day of the epoch. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function labelOf(kind: string): string {
  const [, name = kind] = kind.split(':');
  return GAMES.find(({ game }) => game === name)?.label ?? (name === 'STEAM' ? 'Steam trades' : name);
}

function sums(lines: readonly DayLine[]): Omit<DaySums, 'day'> {
  const all = (pick: (line: DayLine) => number) => sumCents(lines.map((line) => centsFromUsd(pick(line))));
  return {
    times: lines.reduce((total, { times }) => total + times, 0),
    sum: all(({ sumUsd }) => sumUsd),
    back: all(({ backUsd }) => backUsd),
    fee: all(({ feeUsd }) => feeUsd),
  };
}

const ofSection = (lines: readonly DayLine[], section: Section) =>
  lines.filter(({ kind }) => kind.startsWith(PREFIX[section]));

/** Each day from `from` to `to`, both of it, of all kinds of the section together. */
export function byDay(lines: readonly DayLine[], section: Section, from: number, to: number): DaySums[] {
  const own = ofSection(lines, section);
  return Array.from({ length: to - from + 1 }, (_, at) => ({
    day: from + at,
    ...sums(own.filter(({ day }) => day === from + at)),
  }));
}

/** Each kind of the section over all days, the greatest sum first. */
export function byKind(lines: readonly DayLine[], section: Section): KindSums[] {
  const own = ofSection(lines, section);
  return [...new Set(own.map(({ kind }) => kind))]
    .map((kind) => ({ kind, label: labelOf(kind), ...sums(own.filter((line) => line.kind === kind)) }))
    .sort((a, b) => b.sum - a.sum);
}

/** The sums of a section, in cents, in the order of the days. */
export function seriesOf(days: readonly DaySums[], section: Section): ChartSeries[] {
  const [, sum, back, fee] = HEADS[section];
  const all = [
    { label: sum, tone: 'volt', values: days.map((each) => each.sum) },
    { label: back, tone: 'info', values: days.map((each) => each.back) },
    { label: fee, tone: 'warn', values: days.map((each) => each.fee) },
  ] as const;
  return all.flatMap(({ label, ...series }) => (label === null ? [] : [{ label, ...series }]));
}

export function totalOf(days: readonly DaySums[]): Omit<DaySums, 'day'> {
  return {
    times: days.reduce((total, { times }) => total + times, 0),
    sum: sumCents(days.map(({ sum }) => sum)),
    back: sumCents(days.map(({ back }) => back)),
    fee: sumCents(days.map(({ fee }) => fee)),
  };
}

/** What the house has of a game: staked less paid out. Fees of pots are items, so they are in it. */
export function keptOf({ sum, back }: Pick<DaySums, 'sum' | 'back'>): Cents {
  return cents(sum - back);
}

/** One line per day and kind, as it came; RFC 4180. */
export function csvOf(lines: readonly DayLine[]): string {
  const money = (value: number) => {
    const amount = centsFromUsd(value);
    return `${amount < 0 ? '-' : ''}${plainUsd(amount)}`;
  };
  const rows = lines.map(({ day, kind, times, sumUsd, backUsd, feeUsd }) =>
    [dayText(day), kind, times, money(sumUsd), money(backUsd), money(feeUsd)].join(','),
  );
  return `${['day,kind,times,sum_usd,back_usd,fee_usd', ...rows].join('\r\n')}\r\n`;
}
