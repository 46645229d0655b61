/** The landing page: the current pot, its players and entries, the last round and the history. */
import { Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { JackpotRound, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { Loaded, LoginButton, LoginOr, PausedNote, SAFE } from '../../games-kit/page-parts.tsx';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { useMe } from '../../platform/page/session.ts';
import { useSuspense } from '../../platform/calls/suspense.ts';
import { useNoPlay, useWatchOnly } from '../../platform/page/scripted.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import './modals.ts';
import { PotStage } from './ring/pot-stage.tsx';
import { feeRule, potOf, sharesOf } from './shares.ts';
import { nextChangeAt, stageView, stageOf, veiled } from './stage.ts';
import type { JackpotStage } from './stage.ts';
import { useJoin } from './use-join.ts';
import { useJackpot } from './use-jackpot.ts';
import { useMoments } from './use-moments.ts';
import { texts } from './texts.ts';

const EntryList = lazy(async () => ({ default: (await import('./list/entry-list.tsx')).EntryList }));
const HistoryList = lazy(async () => ({ default: (await import('./list/history-list.tsx')).HistoryList }));
const LastRound = lazy(async () => ({ default: (await import('./list/last-round.tsx')).LastRound }));

export function PotPage() {
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
function Head({ state }: HeadProps) {
  return (
    <header className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 lg:mb-5">
      <h1 tabIndex={-1} className="text-h1 font-black tracking-[-0.02em]">
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

interface HeadProps {
  readonly state: JackpotState | undefined;
}

function HeadActions({ state }: HeadProps) {
  const game = state?.game;
  const closed = useWatchOnly(game?.scripted === true && game.phase !== 'SETTLED');
  const noPlay = useNoPlay();
  const open = useJoin(game);
  return (
    <>
      {noPlay !== null && <p className="text-xs text-balance text-fg-2">{noPlay}</p>}
      {game && game.phase !== 'VOIDED' && (
        <p className="mr-2 text-right text-sm text-fg-2 max-sm:hidden">
          {game.finishedAt === null ? texts.page.openPot : texts.page.lockedPot}{' '}
          <Money cents={centsFromUsd(game.value)} className="ml-1 text-lg font-black text-fg" />
        </p>
      )}
      {/* on phones this button is in the top bar */}
      <LoginOr login={<LoginButton size="lg" variant="primary" className="max-md:hidden" />}>
        <Button
          size="lg"
          variant="primary"
          disabled={state === undefined || state.paused || closed}
          icon={closed ? undefined : <Plus aria-hidden size={18} />}
          onClick={open}
        >
          {closed ? texts.page.watchOnly : texts.page.join}
        </Button>
      </LoginOr>
    </>
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
        <Round key={round.id} round={round} now={now} me={me} next={next} onNext={() => setDismissed(round.id)} />
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

/** Locked or about to be, and not landed yet: an account update now would reveal the result before the pointer does. */
function isUnderWay(stage: JackpotStage): boolean {
  return stage === 'closing' || stage === 'finishing' || stage === 'known' || stage === 'turning';
}

function itemIdsOf({ entries }: JackpotRound): readonly string[] {
  return entries.flatMap(({ items }) => items.map(({ id }) => id));
}

interface RoundProps {
  readonly round: JackpotRound;
  readonly now: number;
  readonly me: string | null;
  readonly next: JackpotRound | null;
  readonly onNext: () => void;
}

function Round({ round, now, me, next, onNext }: RoundProps) {
  const stage = stageOf(round, now);
  const shown = useMemo(() => (stage === 'landed' ? round : veiled(round, now)), [round, stage, now]);
  const shares = useMemo(() => sharesOf(round.entries), [round.entries]);
  useMoments(shown, stage, me);
  useSuspense(round.id, isUnderWay(stage) && shares.some(({ user }) => user.id === me), itemIdsOf(round));
  return <PotStage round={round} shown={shown} stage={stage} shares={shares} me={me} next={next} onNext={onNext} />;
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
