/** Daily totals: games and fees, deposits, withdrawals; as a chart by day, a table by type, and CSV. */
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DAY_MS, dayReport, REPORT_MAX_DAYS } from '@fairpot/contract/operations/calls';
import type { DayTotal } from '@fairpot/contract/operations/schemas';
import { cents, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { serverNow } from '../../../platform/live/clock.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Choice } from '../../../ui/controls/choice.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyState, NoAnswer } from '../../../ui/states/states.tsx';
import { DeskRows, type DeskColumn } from '../kit/desk-table.tsx';
import {
  byDay,
  byKind,
  csvOf,
  dayText,
  HEADS,
  keptOf,
  seriesOf,
  totalOf,
  type DaySums,
  type KindSums,
  type Section,
} from './report-model.ts';
import { formatUtcDay } from '../../../platform/page/time.ts';
import { texts } from './texts.ts';
import { download } from '../../../platform/page/download.ts';

const SPANS = [
  { value: '7', label: texts.days(7) },
  { value: '30', label: texts.days(30) },
  { value: String(REPORT_MAX_DAYS), label: texts.days(REPORT_MAX_DAYS) },
] as const;

export function ReportsScreen() {
  const [span, setSpan] = useState('30');
  const [to] = useState(() => Math.floor(serverNow() / DAY_MS));
  const from = to - Number(span) + 1;
  const { data, error, refetch } = useAsk(dayReport, { from, to });
  return (
    <>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        actions={
          <Button
            icon={<Download aria-hidden size={16} />}
            disabled={data === undefined}
            onClick={() =>
              data &&
              download(
                `fairpot-${dayText(from)}-${dayText(to)}.csv`,
                new Blob([csvOf(data.lines)], { type: 'text/csv' }),
              )
            }
          >
            {texts.csv}
          </Button>
        }
      />
      <div className="mb-4 max-w-sm">
        <Choice legend={texts.span} options={SPANS} value={span} onChange={setSpan} />
      </div>
      {!data && <NoAnswer error={error} refetch={refetch} className="h-96" />}
      {data && (
        <div className="grid gap-6">
          <Report section="games" title={texts.sections.games} lines={data.lines} from={from} to={to} />
          <Report section="deposits" title={texts.sections.deposits} lines={data.lines} from={from} to={to} />
          <Report section="withdrawals" title={texts.sections.withdrawals} lines={data.lines} from={from} to={to} />
        </div>
      )}
    </>
  );
}

interface ReportProps {
  readonly section: Section;
  readonly title: string;
  readonly lines: readonly DayTotal[];
  readonly from: number;
  readonly to: number;
}

function Report({ section, title, lines, from, to }: ReportProps) {
  const days = useMemo(() => byDay(lines, section, from, to), [lines, section, from, to]);
  const total = totalOf(days);
  const [times, sum, back, fee] = HEADS[section];
  if (total.times === 0 && total.back === 0)
    return (
      <Panel title={title}>
        <EmptyState title={texts.empty} />
      </Panel>
    );
  const rows = [...byKind(lines, section), { kind: 'all', label: texts.total, ...total }];
  const sums: readonly (readonly [head: string | null, of: (row: KindSums) => Cents])[] = [
    [sum, (row) => row.sum],
    [back, (row) => row.back],
    [fee, (row) => row.fee],
    [section === 'games' ? texts.kept : null, keptOf],
  ];
  const columns: readonly DeskColumn<KindSums>[] = [
    { head: texts.kind, cell: ({ label }) => label },
    { head: times, number: true, cell: (row) => row.times },
    ...sums.flatMap(([head, of]) =>
      head === null ? [] : [{ head, number: true, cell: (row: KindSums) => formatUsd(of(row)) }],
    ),
  ];
  return (
    <Panel title={title} flush>
      <Days title={title} section={section} days={days} />
      <DeskRows
        label={texts.byKind(title)}
        rows={rows}
        rowKey={({ kind }) => kind}
        rowClass={({ kind }) => (kind === 'all' ? 'font-bold' : undefined)}
        columns={columns}
      />
    </Panel>
  );
}

/** The days as a chart, with a table for people who cannot see it. */
function Days({
  title,
  section,
  days,
}: {
  readonly title: string;
  readonly section: Section;
  readonly days: readonly DaySums[];
}) {
  const at = useMemo(() => days.map(({ day }) => day * DAY_MS), [days]);
  const series = useMemo(() => seriesOf(days, section), [days, section]);
  return (
    <div className="border-b border-line p-4 lg:px-6">
      <Chart
        label={texts.byDay(title)}
        kind="line"
        at={at}
        series={series}
        format={dollars}
        unit={texts.day}
        when={formatUtcDay}
      />
    </div>
  );
}

const dollars = (value: number): string => formatUsd(cents(Math.round(value)));
