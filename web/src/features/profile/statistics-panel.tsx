/** Results over time: net position, stakes by game, rounds played and won; each with a table. */
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
import { texts as profileTexts } from './texts.ts';

const texts = profileTexts.statistics;
import { formatUtcDay } from '../../platform/page/time.ts';

const RANGES = [
  { value: '30', label: texts.days30 },
  { value: '90', label: texts.days90 },
  { value: String(STATISTICS_DAYS), label: texts.year },
] as const;
type StatisticsRange = (typeof RANGES)[number]['value'];

const VIEWS = [
  { value: 'net', label: texts.tabs.net },
  { value: 'staked', label: texts.tabs.staked },
  { value: 'rounds', label: texts.tabs.rounds },
] as const;
type StatisticsView = (typeof VIEWS)[number]['value'];

const dollars = (value: number): string => formatUsd(cents(value));
const count = (value: number): string => (Number.isInteger(value) ? String(value) : '');

export function StatisticsPanel() {
  const [range, setRange] = useState<StatisticsRange>('30');
  const [view, setView] = useState<StatisticsView>('net');
  const { data, error, refetch } = useAsk(getStatistics, {}, { staleTime: 30_000 });
  const charts = useMemo(() => data && chartsOf(data, Number(range)), [data, range]);
  return (
    <Panel
      title={texts.title}
      actions={<Select label={texts.period} options={RANGES} value={range} onChange={setRange} />}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !charts ? (
        <Skeleton className="h-80" />
      ) : data?.days.length === 0 ? (
        <EmptyState icon={<ChartLine aria-hidden size={32} strokeWidth={1.5} />} title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <Tabs label={texts.chart} tabs={VIEWS} value={view} onChange={setView}>
          <Chart
            key={view}
            label={texts.labels[view]}
            kind={({ net: 'line', staked: 'stacked', rounds: 'bars' } as const)[view]}
            at={charts.at}
            series={charts[view]}
            format={view === 'rounds' ? count : dollars}
            unit={texts.day}
            when={formatUtcDay}
          >
            <p className="mb-3 text-sm text-fg-2">{texts.about[view]}</p>
          </Chart>
        </Tabs>
      )}
    </Panel>
  );
}
