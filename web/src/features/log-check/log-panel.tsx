/** The public log on the fair-play page: its head, what this browser makes of it, a search by round, how to check it all. */
import { CircleAlert, CircleCheck, ListTree, LoaderCircle } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { checkLogHead, useLog, type LogAlarm } from './log-watch.ts';
import type { KeptHead } from './kept-head.ts';
import { MyGames } from './my-games.tsx';
import { ReportsPanel } from './reports-panel.tsx';
import { RoundSearch } from './round-search.tsx';
import { WitnessPanel } from './witness-panel.tsx';
import { formatExactTime } from '../../ui/values/time.ts';

export function LogPanel({ onPick }: { readonly onPick: (roundId: string) => void }) {
  const { head, kept, before, alarm } = useLog();
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    checkLogHead().then(
      () => setUnreachable(false),
      () => setUnreachable(true),
    );
  }, []);
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <ListTree aria-hidden size={20} className="text-volt" /> The public log
        </span>
      }
    >
      <div className="grid gap-6">
        <p className="max-w-[72ch] text-sm text-fg-2">
          Every round leaves its opening, its lock and its result in one list that can only grow. Its head is signed;
          who changes, drops or hides a round breaks it for everyone. Round numbers have no gaps, so a missing round
          shows.
        </p>
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <dl className="grid min-w-0 grid-cols-[72px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
            <Fact name="Leaves">
              <strong className="text-lg font-black tabular-nums">
                {head ? head.size.toLocaleString('en-US') : '…'}
              </strong>
            </Fact>
            <Fact name="Head">
              <code className="font-mono text-xs break-all text-fg-2">{head ? `${head.root.slice(0, 16)}…` : '…'}</code>
            </Fact>
            <Fact name="Signed">
              {head ? <time dateTime={new Date(head.at).toISOString()}>{formatExactTime(head.at)}</time> : '…'}
            </Fact>
            <Fact name="Key">{head ? <CopyText text={head.key} label="Log key" /> : '…'}</Fact>
          </dl>
          <LogStatus alarm={alarm} kept={kept} before={before} unreachable={unreachable} />
        </div>
        <WitnessPanel head={head} />
        <RoundSearch onPick={onPick} />
        <MyGames onPick={onPick} />
        <ReportsPanel />
        <CommandLines logKey={head?.key ?? null} />
      </div>
    </Panel>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

interface LogStatusProps {
  readonly alarm: LogAlarm | null;
  readonly kept: KeptHead | null;
  readonly before: KeptHead | null;
  readonly unreachable: boolean;
}

/** What this browser itself found out about the log. */
function LogStatus({ alarm, kept, before, unreachable }: LogStatusProps) {
  const [Icon, tone, text] = logStatus({ alarm, kept, before, unreachable });
  return (
    <p role="status" className={cx('flex items-start gap-3 rounded-md border border-line bg-ink-1 p-3 text-sm', tone)}>
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere">{text}</span>
    </p>
  );
}

function logStatus({ alarm, kept, before, unreachable }: LogStatusProps) {
  if (alarm) return [CircleAlert, 'text-bad font-semibold', alarm.text] as const;
  if (unreachable)
    return [CircleAlert, 'text-warn', 'The log cannot be reached right now, so nothing was checked.'] as const;
  if (!kept) return [LoaderCircle, 'text-fg-2', 'Your browser is checking the head of the log.'] as const;
  const grown =
    before && before.size < kept.size ? ` It grew by ${(kept.size - before.size).toLocaleString('en-US')}.` : '';
  const text = before
    ? 'Your browser checked the signature, and that this log continues the one of ' +
      `${before.size.toLocaleString('en-US')} leaves that it saw on ` +
      `${formatExactTime(before.at)}.${grown}`
    : 'Your browser checked the signature and pinned key and head. From now on it will notice when the log tells ' +
      'another story.';
  return [CircleCheck, 'text-ok', text] as const;
}

function CommandLines({ logKey }: { readonly logKey: string | null }) {
  const key = logKey === null ? '' : ` --log-key '${logKey}'`;
  return (
    <div className="grid gap-2">
      <h3 className="font-bold">Check the whole log on your own machine</h3>
      <p className="max-w-[72ch] text-sm text-fg-2">
        It downloads every leaf and recomputes every round: commitments, beacons, tickets, payouts, fees, gaps. With{' '}
        <code>--save</code> it keeps a copy that can be checked again without us.
      </p>
      <CopyText text={`npx fairpot-verify --all --site ${location.origin}${key}`} label="Command" />
      <CopyText text={`npx fairpot-verify --all --from DIR${key}`} label="Offline command" />
    </div>
  );
}
