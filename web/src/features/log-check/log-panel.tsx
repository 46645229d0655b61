/** The public log on the Fairplay page: its head, this browser's checks, a search by round, and how to check everything. */
import { CircleAlert, CircleCheck, ListTree, LoaderCircle } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { siteOrigin } from '../../platform/page/site-origin.ts';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatusLine } from '../../ui/states/status-line.tsx';
import { checkLogHead, useLog, type LogAlarm } from './log-watch.ts';
import type { KeptHead } from './kept-head.ts';
import { MyGames } from './my-games.tsx';
import { ReportsPanel } from './reports-panel.tsx';
import { RoundSearch } from './round-search.tsx';
import { WitnessPanel } from './witness-panel.tsx';
import { formatExactTime } from '../../platform/page/time.ts';
import { texts } from './texts.ts';

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
          <ListTree aria-hidden size={20} className="text-volt" /> {texts.panel.title}
        </span>
      }
    >
      <div className="grid gap-6">
        <p className="max-w-[72ch] text-sm text-fg-2">{texts.panel.about}</p>
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <dl className="grid min-w-0 grid-cols-[72px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
            <Fact name={texts.panel.leaves}>
              <strong className="text-lg font-black tabular-nums">
                {head ? head.size.toLocaleString('en-US') : '…'}
              </strong>
            </Fact>
            <Fact name={texts.panel.head}>
              <code className="font-mono text-xs break-all text-fg-2">{head ? `${head.root.slice(0, 16)}…` : '…'}</code>
            </Fact>
            <Fact name={texts.panel.signed}>
              {head ? <time dateTime={new Date(head.at).toISOString()}>{formatExactTime(head.at)}</time> : '…'}
            </Fact>
            <Fact name={texts.panel.key}>{head ? <CopyText text={head.key} label={texts.panel.keyLabel} /> : '…'}</Fact>
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

/** This browser's own finding about the log. */
function LogStatus({ alarm, kept, before, unreachable }: LogStatusProps) {
  const [Icon, tone, text] = logStatus({ alarm, kept, before, unreachable });
  return (
    <StatusLine icon={Icon} tone={tone}>
      {text}
    </StatusLine>
  );
}

function logStatus({ alarm, kept, before, unreachable }: LogStatusProps) {
  if (alarm) return [CircleAlert, 'text-bad font-semibold', alarm.text] as const;
  if (unreachable) return [CircleAlert, 'text-warn', texts.panel.unreachable] as const;
  if (!kept) return [LoaderCircle, 'text-fg-2', texts.panel.checking] as const;
  const grown =
    before && before.size < kept.size ? texts.panel.grown((kept.size - before.size).toLocaleString('en-US')) : '';
  const text = before
    ? texts.panel.continues(before.size.toLocaleString('en-US'), formatExactTime(before.at), grown)
    : texts.panel.first;
  return [CircleCheck, 'text-ok', text] as const;
}

function CommandLines({ logKey }: { readonly logKey: string | null }) {
  const key = logKey === null ? '' : ` --log-key '${logKey}'`;
  return (
    <div className="grid gap-2">
      <h3 className="font-bold">{texts.commands.title}</h3>
      <p className="max-w-[72ch] text-sm text-fg-2">
        {texts.commands.before} <code>--save</code> {texts.commands.after}
      </p>
      <CopyText text={`npm run verify -- --all --site ${siteOrigin()}${key}`} label={texts.commands.label} />
      <CopyText text={`npm run verify -- --all --from DIR${key}`} label={texts.commands.offlineLabel} />
      <p className="max-w-[72ch] text-sm text-fg-2">{texts.commands.client}</p>
      <CopyText text={`npm run verify -- --client ${siteOrigin()}${key}`} label={texts.commands.clientLabel} />
      <p className="max-w-[72ch] text-sm text-fg-2">
        {texts.commands.withoutTools}{' '}
        <a className="font-semibold text-fg underline" href="/checker.html" download>
          {texts.commands.checker}
        </a>
      </p>
    </div>
  );
}
