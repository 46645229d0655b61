/** Daily totals as a report shows them: by type, with empty days, as chart series and as CSV. Pure. */
import { GAMES } from '@fairpot/contract/games/games';
import { cents, centsFromUsd, plainUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { DAY_MS } from '@fairpot/contract/operations/calls';
import type { DayTotal } from '@fairpot/contract/operations/schemas';
import type { ChartSeries } from '../../../ui/charts/drawing.tsx';
import { texts } from './texts.ts';

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

const { heads } = texts;

const PREFIX: Readonly<Record<Section, string>> = { games: 'game:', deposits: 'deposit:', withdrawals: 'withdraw:' };

/** Names of the sums by section; null if the section has no such sum. */
export const HEADS: Readonly<
  Record<Section, readonly [times: string, sum: string, back: string | null, fee: string | null]>
> = {
  games: [heads.results, heads.staked, heads.paid, heads.fees],
  deposits: [heads.deposits, heads.received, heads.reversed, null],
  withdrawals: [heads.withdrawals, heads.sent, null, heads.networkFees],
};

/** '2026-11-22' of a day since the epoch. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function labelOf(kind: string): string {
  const [, name = kind] = kind.split(':');
  return GAMES.find(({ game }) => game === name)?.label ?? (name === 'STEAM' ? texts.steamTrades : name);
}

function sums(lines: readonly DayTotal[]): Omit<DaySums, 'day'> {
  const all = (pick: (line: DayTotal) => number) => sumCents(lines.map((line) => centsFromUsd(pick(line))));
  return {
    times: lines.reduce((total, { times }) => total + times, 0),
    sum: all(({ sumUsd }) => sumUsd),
    back: all(({ backUsd }) => backUsd),
    fee: all(({ feeUsd }) => feeUsd),
  };
}

const ofSection = (lines: readonly DayTotal[], section: Section) =>
  lines.filter(({ kind }) => kind.startsWith(PREFIX[section]));

/** All types of the section together, for each day from `from` to `to`, both included. */
export function byDay(lines: readonly DayTotal[], section: Section, from: number, to: number): DaySums[] {
  const own = ofSection(lines, section);
  return Array.from({ length: to - from + 1 }, (_, at) => ({
    day: from + at,
    ...sums(own.filter(({ day }) => day === from + at)),
  }));
}

/** Each type of the section over all days, largest sum first. */
export function byKind(lines: readonly DayTotal[], section: Section): KindSums[] {
  const own = ofSection(lines, section);
  return [...new Set(own.map(({ kind }) => kind))]
    .map((kind) => ({ kind, label: labelOf(kind), ...sums(own.filter((line) => line.kind === kind)) }))
    .sort((a, b) => b.sum - a.sum);
}

/** The sums of a section in cents, by day. */
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

/** What the house keeps of a game: staked minus paid out. It includes the fees of pots, which are items. */
export function keptOf({ sum, back }: Pick<DaySums, 'sum' | 'back'>): Cents {
  return cents(sum - back);
}

/** One line per day and type, in the given order; RFC 4180. */
export function csvOf(lines: readonly DayTotal[]): string {
  const money = (value: number) => {
    const amount = centsFromUsd(value);
    return `${amount < 0 ? '-' : ''}${plainUsd(amount)}`;
  };
  const rows = lines.map(({ day, kind, times, sumUsd, backUsd, feeUsd }) =>
    [dayText(day), kind, times, money(sumUsd), money(backUsd), money(feeUsd)].join(','),
  );
  return `${['day,kind,times,sum_usd,back_usd,fee_usd', ...rows].join('\r\n')}\r\n`;
}
