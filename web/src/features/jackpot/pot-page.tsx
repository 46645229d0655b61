/** The landing page: the current pot, its players and entries, the last round and the history. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { JackpotRound, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { Loaded, PausedNote, SAFE } from '../../games-kit/page-parts.tsx';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { useMe } from '../../platform/page/session.ts';
import { Skeleton } from '../../ui/states/states.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { HeadActions, type HeadActionsProps } from './head-actions.tsx';
import './modals.ts';
import { feeRule, potOf, sharesOf } from './shares.ts';
import { StageRound } from './ring/stage-round.tsx';
import { nextChangeAt, stageView, veiled } from './stage.ts';
import { useJackpot } from './use-jackpot.ts';
import { texts } from './texts.ts';

const EntryList = lazy(async () => ({ default: (await import('./list/entry-list.tsx')).EntryList }));
const HistoryList = lazy(async () => ({ default: (await import('./list/history-list.tsx')).HistoryList }));
const LastRound = lazy(async () => ({ default: (await import('./list/last-round.tsx')).LastRound }));

const RoundPage = lazy(async () => ({ default: (await import('./round-page.tsx')).RoundPage }));

/** / and /jackpot/:id. The page of one round is a separate chunk. */
export function PotPage() {
  const { id } = useParams();
  if (id === undefined) return <LivePage />;
  return (
    <Suspense fallback={<Skeleton className="h-[720px]" />}>
      <RoundPage key={id} id={id} />
    </Suspense>
  );
}

function LivePage() {
  const me = useMe();
  const answer = useJackpot();
  return (
    <>
      <Head state={answer.data} />
      <Loaded answer={answer} loading={<Loading />} reassurance={SAFE.stakes}>
        {(state) => <Pot state={state} me={me} />}
      </Loaded>
    </>
  );
}

/** Title and action share the first line, on phones too: joining is the purpose of this page. */
function Head({ state }: HeadActionsProps) {
  return (
    <header className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 lg:mb-5">
      <h1 tabIndex={-1} className="text-h1 font-black tracking-[-0.02em] max-[359px]:text-lg">
        {texts.page.title}
      </h1>
      <div className="flex items-center gap-2">
        <HeadActions state={state} />
      </div>
      <p className="col-span-2 text-sm text-fg-2">
        {texts.page.lead} <span className="block">{feeRule(state?.feeBps)}</span>
      </p>
    </header>
  );
}

function Loading() {
  return (
    <div className="grid gap-4" aria-busy>
      <Skeleton className="h-[640px] max-md:h-[860px]" />
      <Skeleton className="h-60" />
    </div>
  );
}

function Pot({ state, me }: { readonly state: JackpotState; readonly me: string | null }) {
  const [dismissed, setDismissed] = useState<string | null>(null);
  const now = useStageClock((at) => nextChangeAt(state, at));
  const { round, next, before } = stageView(state, now, dismissed);
  return (
    <div className="grid gap-4">
      {state.paused && <PausedNote>{texts.page.paused}</PausedNote>}
      {round === null ? (
        <p role="status" className="rounded-lg border border-line bg-ink-2 p-6 text-center text-fg-2">
          {texts.page.opening}
        </p>
      ) : (
        <StageRound key={round.id} round={round} now={now} me={me} next={next} onNext={() => setDismissed(round.id)} />
      )}
      {before !== null && (before.phase === 'SETTLED' || before.phase === 'VOIDED') && (
        <Suspense fallback={<div className="h-14" />}>
          <LastRound round={veiled(before, now)} />
        </Suspense>
      )}
      <Below round={round === null ? null : veiled(round, now)} me={me} />
    </div>
  );
}

function Below({ round, me }: { readonly round: JackpotRound | null; readonly me: string | null }) {
  const [tab, setTab] = useState<'entries' | 'history'>('entries');
  const entries = round?.entries;
  const shares = useMemo(() => sharesOf(entries ?? []), [entries]);
  const tabs = [
    { value: 'entries', label: texts.page.entries(entries?.length ?? 0) },
    { value: 'history', label: texts.page.history },
  ] as const;
  return (
    <Tabs label={texts.page.tabs} tabs={tabs} value={tab} onChange={setTab}>
      <Suspense fallback={<Skeleton className="h-60" />}>
        {tab === 'history' ? (
          <HistoryList />
        ) : (
          round && (
            <EntryList
              entries={round.entries}
              shares={shares}
              pot={potOf(round)}
              me={me}
              winner={round.result?.entryNo ?? null}
              drawn={!round.scripted}
            />
          )
        )}
      </Suspense>
    </Tabs>
  );
}
