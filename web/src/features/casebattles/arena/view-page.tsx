/**
 * The page of one battle in every stage: open seats, the wait for the beacon, the reels, the winner, the proof.
 *
 * Everything rendered comes from the veiled battle; only the reels get the drop that they must stop on.
 */
import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { cents, centsFromUsd } from '@fairpot/contract/wire/money';
import { useWithOpened } from '../../../fairness/silence.ts';
import { SAFE } from '../../../games-kit/page-parts.tsx';
import { ApiRefusal } from '../../../platform/calls/api.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { useMe } from '../../../platform/page/session.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { Arena } from './arena.tsx';
import { CaseRail } from './case-rail.tsx';
import '../modals.ts';
import { DropList } from './drop-list.tsx';
import { BattleHeading, NoBattle } from '../no-battle.tsx';
import { returnOfAll, returnText } from '../figures.ts';
import { openedAs } from '../opened.ts';
import { ProofPanel } from './proof-panel.tsx';
import { seatsOf, typeText } from '../seats.ts';
import { StatusBand } from './status-band.tsx';
import { texts as shared } from '../texts.ts';
import { texts } from './texts.ts';
import { useBattle } from '../use-battles.ts';
import { useMoments } from '../use-moments.ts';
import { useReplay } from './use-replay.ts';
import { useHeldAccount, useStage } from '../use-stage.ts';
import { ActionsBelow, ViewActions } from './view-actions.tsx';
import './arena.css';

export function ViewPage({ id }: { readonly id: string }) {
  const me = useMe();
  const { data, error, refetch } = useBattle(id);
  if (data) return <Battle battle={data} me={me} />;
  if (!error) return <Loading />;
  if (error instanceof ApiRefusal && error.code === 'NO_GAME') return <NoBattle />;
  return (
    <>
      <BattleHeading>{shared.battle.one}</BattleHeading>
      <ErrorState error={error} onRetry={() => void refetch()} reassurance={SAFE.stakes} />
    </>
  );
}

function Loading() {
  return (
    <div aria-busy>
      <BattleHeading>{shared.battle.one}</BattleHeading>
      <Skeleton className="h-[720px]" />
    </div>
  );
}

function Battle({ battle: published, me }: { readonly battle: CasebattleDetails; readonly me: string | null }) {
  const battle = useWithOpened(published, openedAs);
  const replay = useReplay(battle);
  const live = useStage(battle);
  const view = useStage(battle, replay.timeline);
  useHeldAccount(battle, live.stage, me);
  // What this browser opened is not paid before the site has published it.
  useMoments(view, me, replay.timeline !== null || battle !== published);
  usePreload(battle);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-3">
      <Head battle={battle} />
      <section
        aria-label={texts.page.region}
        data-stage={view.stage}
        className={
          'panel grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-ink-2 p-4 max-md:gap-2.5 ' +
          'max-md:p-2.5 lg:p-5'
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
          <CaseRail battle={battle} view={view} onPick={live.stage === 'over' ? replay.play : null} />
          <ViewActions battle={battle} view={live} me={me} replay={replay} />
        </div>
        <StatusBand battle={battle} view={view} me={me} replaying={replay.timeline !== null} />
        <Arena battle={battle} view={view} me={me} />
        {battle.replay !== null && <ActionsBelow battle={battle} view={live} me={me} replay={replay} />}
      </section>
      <DropList battle={view.shown} moment={view.moment} />
      <ProofPanel battle={live.shown} stage={live.stage} />
    </div>
  );
}

/** One line on a phone, so that the reels fit on the first screen. */
function Head({ battle }: { readonly battle: CasebattleDetails }) {
  const { type, mode, cases, priceUsd, fair } = battle;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div className="-ml-2 flex min-w-0 flex-1 items-center gap-x-2">
        <Link
          to="/casebattles"
          aria-label={shared.battle.all}
          title={shared.battle.all}
          className={
            'grid size-(--control) shrink-0 place-items-center rounded-md text-fg-2 ' + 'hover:bg-ink-3 hover:text-fg'
          }
        >
          <ArrowLeft aria-hidden size={20} />
        </Link>
        <BattleHeading>{shared.battle.one}</BattleHeading>
        <span className="rounded-md bg-ink-3 px-2.5 py-1 text-sm font-black whitespace-nowrap">{typeText(type)}</span>
        {mode === 'INVERSE' && (
          <span className="rounded-md border border-warn px-2 py-1 text-xs font-bold text-warn">
            {shared.battle.inverse}
          </span>
        )}
        <IconButton
          label={texts.page.fairness}
          outlined
          className="max-md:ml-auto"
          onClick={() => openModal('casebattle.fairness', { gameId: battle.id })}
        >
          <ShieldCheck aria-hidden size={18} />
        </IconButton>
      </div>
      <p className="text-right text-sm text-fg-2 max-md:w-full max-md:text-left max-md:text-xs">
        <span className="tabular-nums">{texts.page.number(fair.number)}</span>,{' '}
        <Money cents={centsFromUsd(priceUsd)} className="font-bold text-fg" /> {texts.page.perSeat}
        <span className="max-md:hidden">
          , <Money cents={cents(centsFromUsd(priceUsd) * seatsOf(battle).length)} className="font-bold text-fg" />{' '}
          {texts.page.inTotal}
        </span>
        <br className="max-md:hidden" />
        <span className="md:hidden">, </span>
        {texts.page.expectedReturn(shared.battle.cases(cases.length))}{' '}
        <span className="tabular-nums">{returnText({ returnBps: returnOfAll(cases) ?? 0 })}</span>
      </p>
    </header>
  );
}

/** Preloads every picture that the reels will show. */
function usePreload({ tables, cases }: CasebattleDetails): void {
  useEffect(() => {
    const icons = [
      ...tables.flatMap(({ items }) => items.map(({ item }) => item.icon)),
      ...cases.map(({ icon }) => icon),
    ];
    for (const icon of new Set(icons)) if (icon !== '') new Image().src = icon;
  }, [tables, cases]);
}
