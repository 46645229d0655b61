/** What this browser knows of the code that the site serves it. Part of the Fairplay page. */
import { CircleAlert, CircleCheck, LoaderCircle, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatusLine } from '../../ui/states/status-line.tsx';
import { formatExactTime } from '../../platform/page/time.ts';
import type { ClientStatus, VerifiedBuild } from './messages.ts';
import { texts } from './texts.ts';
import { askStatus, canRunWorker } from './worker-link.ts';

/** `undefined` until the worker has answered; null without a worker. */
type KnownStatus = ClientStatus | null | undefined;

export function ClientPanel() {
  const status = useWorkerStatus();
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <ShieldCheck aria-hidden size={20} className="text-volt" /> {texts.title}
        </span>
      }
    >
      <div className="grid gap-6">
        <p className="max-w-[72ch] text-sm text-fg-2">{texts.about}</p>
        <WorkerState status={status} />
        {status && <BuildList {...status} />}
        <div className="grid gap-2">
          <h3 className="font-bold">{texts.limitsTitle}</h3>
          <ul className="grid max-w-[72ch] list-disc gap-1 pl-5 text-sm text-fg-2">
            {texts.limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </div>
      </div>
    </Panel>
  );
}

/** The worker of a first visit takes over while the page is open. */
function useWorkerStatus(): KnownStatus {
  const [status, setStatus] = useState<KnownStatus>(undefined);
  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const look = () => void askStatus().then((known) => signal.aborted || setStatus(known));
    look();
    if (canRunWorker()) navigator.serviceWorker.addEventListener('controllerchange', look, { signal });
    return () => asking.abort();
  }, []);
  return status;
}

function WorkerState({ status }: { readonly status: KnownStatus }) {
  const [Icon, tone, text] = stateOf(status);
  return (
    <StatusLine icon={Icon} tone={tone}>
      {text}
    </StatusLine>
  );
}

function stateOf(status: KnownStatus) {
  if (status === undefined) return [LoaderCircle, 'text-fg-2', texts.state.checking] as const;
  if (status === null)
    return [CircleAlert, 'text-warn', canRunWorker() ? texts.state.absent : texts.state.unsupported] as const;
  const since = formatExactTime(status.since);
  return status.witnessed
    ? ([CircleCheck, 'text-ok', texts.state.active(since)] as const)
    : ([CircleAlert, 'text-warn', texts.state.unwatched(since)] as const);
}

function BuildList({ builds, current }: Pick<ClientStatus, 'builds' | 'current'>) {
  return (
    <div className="grid gap-2">
      <h3 className="font-bold">{texts.versions}</h3>
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
        {builds.map((build) => (
          <BuildRow key={build.hash} build={build} isCurrent={build.hash === current} />
        ))}
      </ul>
    </div>
  );
}

function BuildRow({ build, isCurrent }: { readonly build: VerifiedBuild; readonly isCurrent: boolean }) {
  const { hash, index, commit, announcedAt, witnesses } = build;
  const facts = [
    texts.leaf(index.toLocaleString('en-US')),
    commit === null ? texts.noCommit : texts.commit(commit.slice(0, 12)),
    ...(witnesses.length > 0 ? [texts.cosigned(witnesses.join(', '))] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-ink-1 px-3 py-2 text-sm">
      <code className="font-mono text-xs" title={texts.version(hash)}>
        {hash.slice(0, 16)}…
      </code>
      {isCurrent && <strong className="text-ok">{texts.current}</strong>}
      <time dateTime={new Date(announcedAt).toISOString()} className="text-fg-2 tabular-nums">
        {formatExactTime(announcedAt)}
      </time>
      <span className="flex-1 text-xs text-fg-2 wrap-anywhere max-sm:basis-full">{facts.join(' · ')}</span>
    </li>
  );
}
