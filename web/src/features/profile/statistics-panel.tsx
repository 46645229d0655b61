/** How the play has gone, over time: net position, stakes by game, rounds played and won; each with its table. */
import { ChartLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import { getStatistics, STATISTICS_DAYS } from '@fairpot/contract/profile/calls';
import { useAsk } from '../../platform/calls/use-call.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { Select } from '../../ui/controls/fields.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { chartsOf } from './statistics-model.ts';
import { formatUtcDay } from '../../ui/values/time.ts';

const RANGES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: String(STATISTICS_DAYS), label: 'A year' },
] as const;
type Range = (typeof RANGES)[number]['value'];

const VIEWS = [
  { value: 'net', label: 'Net position' },
  { value: 'staked', label: 'Staked' },
  { value: 'rounds', label: 'Wins' },
] as const;
type View = (typeof VIEWS)[number]['value'];

const dollars = (value: number): string => formatUsd(cents(value));
const count = (value: number): string => (Number.isInteger(value) ? String(value) : '');

export function StatisticsPanel() {
  const [range, setRange] = useState<Range>('30');
  const [view, setView] = useState<View>('net');
  const { data, error, refetch } = useAsk(getStatistics, {}, { staleTime: 30_000 });
  const charts = useMemo(() => data && chartsOf(data, Number(range)), [data, range]);
  return (
    <Panel
      title="Over time"
      actions={<Select label="How far back" options={RANGES} value={range} onChange={setRange} />}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !charts ? (
        <Skeleton className="h-80" />
      ) : data?.days.length === 0 ? (
        <EmptyState icon={<ChartLine aria-hidden size={32} strokeWidth={1.5} />} title="Nothing to draw yet">
          After your first settled round your net position, your stakes and your wins stand here, day by day.
        </EmptyState>
      ) : (
        <Tabs label="Chart" tabs={VIEWS} value={view} onChange={setView}>
          <Chart
            key={view}
            label={{ net: 'Net position', staked: 'Staked per game', rounds: 'Rounds played and won' }[view]}
            kind={({ net: 'line', staked: 'stacked', rounds: 'bars' } as const)[view]}
            at={charts.at}
            series={charts[view]}
            format={view === 'rounds' ? count : dollars}
            unit="Day (UTC)"
            when={formatUtcDay}
          >
            <p className="mb-3 text-sm text-fg-2">{WORDS[view]}</p>
          </Chart>
        </Tabs>
      )}
    </Panel>
  );
}

const WORDS: Readonly<Record<View, string>> = {
  net: 'All that you won less all that you staked, as it stood at the end of each day.',
  staked: 'What you staked each day, by game.',
  rounds: 'Settled rounds of each day, and how many of them you won.',
};
