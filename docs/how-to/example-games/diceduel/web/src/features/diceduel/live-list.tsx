/** Waiting and running duels, with the action for each. Used by the page. */
import { Dices, Eye, LogIn, Plus, Swords } from 'lucide-react';
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import { COUNTDOWN_MS } from '@fairpot/contract/diceduel/calls';
import { formatUsd } from '@fairpot/contract/wire/money';
import { SealChip } from '../../fairness/view/seal-view.tsx';
import { useSeal } from '../../fairness/watcher.ts';
import { Loaded, LoginButton, PausedNote, SAFE } from '../../games-kit/page-parts.tsx';
import { openModal } from '../../platform/page/modal.ts';
import { useNoPlay, useWatchOnly } from '../../platform/page/scripted.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { EmptyState, Skeleton } from '../../ui/states/states.tsx';
import { Countdown } from '../../ui/values/countdown.tsx';
import { Money } from '../../ui/values/money.tsx';
import { potOf, windowText } from './money-text.ts';
import { Seat } from './seat.tsx';
import type { Stage } from './stage.ts';
import { isOwn, useDiceduels, useStage } from './use-diceduels.ts';

export function LiveList({ me }: { readonly me: string | null }) {
  return (
    <Loaded answer={useDiceduels()} loading={<Skeleton className="h-96" />} reassurance={SAFE.stakes}>
      {({ games, paused }) => (
        <div className="grid gap-2">
          {paused && <PausedNote>Running duels finish. New duels open when play resumes.</PausedNote>}
          {games.length === 0 ? (
            <Nothing me={me} />
          ) : (
            <ul aria-label="Duels" className="@container grid gap-2">
              {games.map((duel) => (
                <DuelRow key={duel.id} duel={duel} me={me} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  );
}

export interface DuelRowProps {
  readonly duel: DiceduelGame;
  /** Own player id; null when signed out. */
  readonly me: string | null;
}

export function DuelRow({ duel, me }: DuelRowProps) {
  const { stage, shown } = useStage(duel, me);
  const players = `${shown.firstUser.name} against ${shown.secondUser?.name ?? 'an open seat'}`;
  return (
    <li
      aria-label={`${players}, pot ${formatUsd(potOf(shown))}`}
      data-stage={stage}
      className={cx(
        'grid gap-3 rounded-lg border bg-ink-2 p-3 @2xl:grid-cols-[minmax(0,1fr)_140px_minmax(0,1fr)_120px]',
        isOwn(duel, me) ? 'border-volt' : 'border-line',
      )}
    >
      <Seat duel={shown} seat={1} />
      <div className="grid content-center justify-items-center text-center text-xs text-fg-2">
        {stage === 'countdown' && shown.deadlineAt !== null ? (
          <Countdown deadlineAt={shown.deadlineAt} totalMs={COUNTDOWN_MS} label="Throw" />
        ) : (
          <Money cents={potOf(shown)} className="text-xl font-black text-fg" />
        )}
        <StateText duel={shown} stage={stage} />
      </div>
      <Seat duel={shown} seat={2} />
      <div className="grid content-center">
        <RowAction duel={shown} me={me} />
      </div>
    </li>
  );
}

function StateText({ duel, stage }: { readonly duel: DiceduelGame; readonly stage: Stage }) {
  const seal = useSeal(duel.id);
  switch (stage) {
    case 'waiting':
      return `Join with ${windowText(duel)}`;
    case 'countdown':
      return null;
    case 'drawing':
      return 'Awaiting the beacon';
    case 'thrown':
      return 'The dice are rolling';
    case 'cancelled':
      return 'Cancelled, items returned';
    case 'voided':
      return 'Voided, items returned';
    case 'landed':
      return seal ? <SealChip seal={seal} iconOnly /> : 'Thrown';
  }
}

function RowAction({ duel, me }: DuelRowProps) {
  const closed = useWatchOnly(duel.scripted);
  if (duel.phase !== 'WAITING' || isOwn(duel, me) || closed)
    return (
      <Button
        icon={<Eye aria-hidden size={16} />}
        onClick={() => openModal('diceduel.view', { gameId: duel.id })}
        aria-label={`View ${duel.firstUser.name}’s duel`}
      >
        VIEW
      </Button>
    );
  if (me === null) return <LoginButton icon={<LogIn aria-hidden size={16} />} />;
  return (
    <Button
      variant="primary"
      icon={<Swords aria-hidden size={16} />}
      onClick={() => openModal('diceduel.join', { gameId: duel.id })}
      aria-label={`Join ${duel.firstUser.name}’s duel, ${windowText(duel)}`}
    >
      JOIN
    </Button>
  );
}

function Nothing({ me }: { readonly me: string | null }) {
  return (
    <div className="rounded-lg border border-line bg-ink-2">
      <EmptyState
        icon={<Dices aria-hidden size={36} strokeWidth={1.5} />}
        title="No open duels"
        action={me === null ? <LoginButton /> : <CreateButton />}
      >
        Open one: stake your items and wait for an opponent.
      </EmptyState>
    </div>
  );
}

export function CreateButton() {
  const noPlay = useNoPlay();
  return (
    <>
      {noPlay !== null && <p className="text-xs text-balance text-fg-2">{noPlay}</p>}
      <Button
        variant="primary"
        icon={<Plus aria-hidden size={18} />}
        disabled={noPlay !== null}
        onClick={() => openModal('diceduel.create', {})}
      >
        Open a duel
      </Button>
    </>
  );
}
