/** The nightly reports of the site about its own log. Part of the log's panel on the Fairplay page. */
import { BadgeCheck, CircleAlert, OctagonX } from 'lucide-react';
import { useState } from 'react';
import { listLogReports } from '@fairpot/contract/log/calls';
import type { LogReport } from '@fairpot/contract/log/schemas';
import { serverNow } from '../../platform/live/clock.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { AlarmBox } from '../../ui/states/alarm-box.tsx';
import { ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { isOverdue, durationText, roundCounts } from './reports.ts';
import { formatExactTime } from '../../platform/page/time.ts';
import { texts } from './texts.ts';

const SHOWN = 5;
/** Findings shown per report until all are requested. */
const FINDINGS_SHOWN = 3;

export function ReportsPanel() {
  const [pages, setPages] = useState<readonly number[]>([]);
  const before = pages.at(-1);
  const found = useAsk(
    listLogReports,
    { limit: SHOWN, ...(before !== undefined && { before }) },
    { staleTime: 60_000 },
  );
  const reports = found.data?.reports;
  const next = found.data?.next ?? null;
  return (
    <section className="grid gap-3" aria-labelledby="log-reports">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h3 id="log-reports" className="font-bold">
            {texts.reports.title}
          </h3>
          <p className="max-w-[72ch] text-sm text-fg-2">{texts.reports.about}</p>
        </div>
        {(pages.length > 0 || next !== null) && (
          <Pager pages={pages} next={next} onPages={setPages} of={texts.reports.pages} />
        )}
      </div>
      {found.isLoading && <Skeleton className="h-32" />}
      {found.isError && reports === undefined && (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {reports?.length === 0 && (
        <p className="rounded-md border border-line bg-ink-1 p-3 text-sm text-fg-2">{texts.reports.none}</p>
      )}
      {before === undefined && <Alarm newest={reports?.[0]} />}
      {reports !== undefined && reports.length > 0 && (
        <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The alarm: the newest report has findings, or there was no report for too long. */
function Alarm({ newest }: { readonly newest: LogReport | undefined }) {
  if (newest?.verdict === 'findings')
    return (
      <AlarmBox title={texts.reports.faults(newest.found.toLocaleString('en-US'), newest.found === 1)}>
        {texts.reports.faultsText}
      </AlarmBox>
    );
  if (newest !== undefined && isOverdue(newest, serverNow()))
    return (
      <p role="alert" className="flex items-start gap-3 rounded-md border border-warn bg-ink-1 p-3 text-sm text-warn">
        <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
        {texts.reports.overdue}
      </p>
    );
  return null;
}

const STYLES = {
  holds: [BadgeCheck, 'text-ok', texts.reports.holds],
  findings: [OctagonX, 'text-bad', texts.reports.findings],
  failed: [CircleAlert, 'text-warn', texts.reports.failed],
} as const satisfies Record<LogReport['verdict'], readonly unknown[]>;

function ReportRow({ report }: { readonly report: LogReport }) {
  const [Icon, tone, label] = STYLES[report.verdict];
  return (
    <li className="grid gap-2 bg-ink-1 px-3 py-2 text-sm">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <span className={cx('flex items-center gap-2 font-bold max-sm:basis-full', tone)}>
          <Icon aria-hidden size={18} className="shrink-0" /> {label}
        </span>
        <time dateTime={new Date(report.endedAt).toISOString()} className="text-fg-2 tabular-nums">
          {formatExactTime(report.endedAt)}
        </time>
        <span className="flex-1 text-xs text-fg-2 tabular-nums max-sm:basis-full">
          {report.head === null
            ? texts.reports.stopped(report.why)
            : texts.reports.summary(
                report.head.size.toLocaleString('en-US'),
                roundCounts(report),
                durationText(report),
              )}
        </span>
        {report.simulated && <span className="text-xs text-warn">{texts.reports.simulated}</span>}
      </div>
      <Findings report={report} />
    </li>
  );
}

function Findings({ report: { found, findings } }: { readonly report: LogReport }) {
  const [all, setAll] = useState(false);
  if (found === 0) return null;
  const shown = all ? findings : findings.slice(0, FINDINGS_SHOWN);
  const omitted = found - findings.length;
  return (
    <div className="grid justify-items-start gap-2 pb-1">
      <ul className="grid gap-1 font-mono text-xs text-bad">
        {shown.map(({ leaf, problem }, n) => (
          <li key={n} className="wrap-anywhere">
            {leaf !== null && texts.reports.leaf(leaf.toLocaleString('en-US'))}
            {problem}
          </li>
        ))}
      </ul>
      {!all && findings.length > FINDINGS_SHOWN && (
        <Button onClick={() => setAll(true)}>{texts.reports.showMore(findings.length - FINDINGS_SHOWN)}</Button>
      )}
      {all && omitted > 0 && (
        <p className="text-xs text-fg-2">{texts.reports.omitted(omitted.toLocaleString('en-US'))}</p>
      )}
    </div>
  );
}
