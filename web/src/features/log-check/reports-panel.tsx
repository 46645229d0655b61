/** What the site found when it verified its own log, night after night. Part of the log's panel on the fair-play page. */
import { BadgeCheck, CircleAlert, OctagonX } from 'lucide-react';
import { useState } from 'react';
import { listLogReports } from '@fairpot/contract/log/calls';
import type { LogReport } from '@fairpot/contract/log/schemas';
import { serverNow } from '../../platform/live/clock.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { isOverdue, durationText, roundCounts } from './reports.ts';
import { formatExactTime } from '../../ui/values/time.ts';

const SHOWN = 5;
/** Of one report, until all are asked for. */
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
            The site’s own nightly check
          </h3>
          <p className="max-w-[72ch] text-sm text-fg-2">
            Every night this server runs the verifier over the whole log and reports what it found, good or bad. That is
            the site checking itself: it shows mistakes, but somebody who cheats can also cheat here. You need not
            believe it: the command below does the same on your machine.
          </p>
        </div>
        {(pages.length > 0 || next !== null) && (
          <span className="flex gap-2">
            <Button
              aria-label="Newer reports"
              disabled={pages.length === 0}
              onClick={() => setPages(pages.slice(0, -1))}
            >
              Newer
            </Button>
            <Button
              aria-label="Older reports"
              disabled={next === null}
              onClick={() => next !== null && setPages([...pages, next])}
            >
              Older
            </Button>
          </span>
        )}
      </div>
      {found.isLoading && <Skeleton className="h-32" />}
      {found.isError && reports === undefined && (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {reports?.length === 0 && (
        <p className="rounded-md border border-line bg-ink-1 p-3 text-sm text-fg-2">
          No report yet: the first one comes ten minutes after the log began, then one every night.
        </p>
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

/** What cannot be missed: the newest report has findings, or there has been none for too long. */
function Alarm({ newest }: { readonly newest: LogReport | undefined }) {
  if (newest?.verdict === 'findings')
    return (
      <div role="alert" className="flex items-start gap-3 rounded-lg border-2 border-bad bg-bad p-4 text-ink-0">
        <OctagonX aria-hidden size={24} className="shrink-0" />
        <p className="min-w-0 text-sm font-semibold">
          <strong className="block text-base font-extrabold">
            The site found {newest.found.toLocaleString('en-US')} {newest.found === 1 ? 'fault' : 'faults'} in its own
            log
          </strong>
          A log that can only grow keeps them. Save your copy now and check it yourself.
        </p>
      </div>
    );
  if (newest !== undefined && isOverdue(newest, serverNow()))
    return (
      <p role="alert" className="flex items-start gap-3 rounded-md border border-warn bg-ink-1 p-3 text-sm text-warn">
        <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
        There was no report for more than a day. Run the check yourself.
      </p>
    );
  return null;
}

const STYLES = {
  holds: [BadgeCheck, 'text-ok', 'holds'],
  findings: [OctagonX, 'text-bad', 'faults found'],
  failed: [CircleAlert, 'text-warn', 'could not be checked'],
} as const satisfies Record<LogReport['verdict'], readonly unknown[]>;

function ReportRow({ report }: { readonly report: LogReport }) {
  const [Icon, tone, says] = STYLES[report.verdict];
  return (
    <li className="grid gap-2 bg-ink-1 px-3 py-2 text-sm">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <span className={cx('flex items-center gap-2 font-bold max-sm:basis-full', tone)}>
          <Icon aria-hidden size={18} className="shrink-0" /> {says}
        </span>
        <time dateTime={new Date(report.endedAt).toISOString()} className="text-fg-2 tabular-nums">
          {formatExactTime(report.endedAt)}
        </time>
        <span className="flex-1 text-xs text-fg-2 tabular-nums max-sm:basis-full">
          {report.head === null
            ? `stopped: ${report.why ?? 'no reason given'}`
            : `${report.head.size.toLocaleString('en-US')} leaves, ${roundCounts(report)}, in ${durationText(report)}`}
        </span>
        {report.simulated && <span className="text-xs text-warn">simulated beacon</span>}
      </div>
      <Findings report={report} />
    </li>
  );
}

function Findings({ report: { found, findings } }: { readonly report: LogReport }) {
  const [all, setAll] = useState(false);
  if (found === 0) return null;
  const shown = all ? findings : findings.slice(0, FINDINGS_SHOWN);
  const untold = found - findings.length;
  return (
    <div className="grid justify-items-start gap-2 pb-1">
      <ul className="grid gap-1 font-mono text-xs text-bad">
        {shown.map(({ leaf, problem }, n) => (
          <li key={n} className="wrap-anywhere">
            {leaf !== null && `leaf ${leaf.toLocaleString('en-US')}: `}
            {problem}
          </li>
        ))}
      </ul>
      {!all && findings.length > FINDINGS_SHOWN && (
        <Button onClick={() => setAll(true)}>Show {findings.length - FINDINGS_SHOWN} more</Button>
      )}
      {all && untold > 0 && (
        <p className="text-xs text-fg-2">and {untold.toLocaleString('en-US')} more, which the command below tells</p>
      )}
    </div>
  );
}
