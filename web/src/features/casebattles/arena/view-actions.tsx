/** The available actions on a battle: join, leave, cancel, call bots, replay. Used by the battle's page. */
import { Bot, LogOut, Plus, Repeat, RotateCcw, SkipForward, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { callBattleBots, cancelCasebattle, leaveCasebattle } from '@fairpot/contract/casebattle/calls';
import { LoginButton } from '../../../games-kit/page-parts.tsx';
import { announce } from '../../../platform/page/announcer.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { useWatchOnly } from '../../../platform/page/scripted.ts';
import { refreshUser } from '../../../platform/page/session.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { recreate } from '../create/draft.ts';
import { ownSeat } from '../seats.ts';
import type { ReplayControls } from './use-replay.ts';
import type { BattleView } from '../use-stage.ts';
import { texts } from './texts.ts';

export interface ViewActionsProps {
  readonly battle: CasebattleDetails;
  /** The battle itself, not its replay. */
  readonly view: BattleView<CasebattleDetails>;
  readonly me: string | null;
  readonly replay: ReplayControls;
}

export function ViewActions({ battle, view, me, replay }: ViewActionsProps) {
  if (view.stage === 'pending')
    return (
      <div className={ROW}>
        <Waiting battle={battle} me={me} />
      </div>
    );
  if (view.stage !== 'over') return null;
  return (
    <div className={cx(ROW, 'max-md:hidden')}>
      <EndActions battle={battle} view={view} me={me} replay={replay} />
    </div>
  );
}

/** On phones the actions of the end are below the reels, in a place kept for them, so that nothing moves when the winner is shown. */
export function ActionsBelow(props: ViewActionsProps) {
  return (
    <div className="flex min-h-(--control) gap-2 md:hidden [&>.btn]:flex-1">
      {props.view.stage === 'over' && <EndActions {...props} />}
    </div>
  );
}

const ROW = 'view-actions flex-wrap items-center justify-end gap-2 max-md:[&>.btn]:flex-1';

function EndActions({ battle, me, replay }: ViewActionsProps) {
  return (
    <>
      {ownSeat(battle, me) !== null && <RecreateButton battle={battle} />}
      {replay.timeline === null ? (
        <Button icon={<RotateCcw aria-hidden size={16} />} onClick={() => replay.play(0)}>
          {texts.actions.replay}
        </Button>
      ) : (
        <Button icon={<SkipForward aria-hidden size={16} />} onClick={replay.stop}>
          {texts.actions.skip}
        </Button>
      )}
    </>
  );
}

/** Opens the create bar with the cases, size and mode of this battle. */
function RecreateButton({ battle }: Pick<ViewActionsProps, 'battle'>) {
  const navigate = useNavigate();
  const watchOnly = useWatchOnly(false);
  if (watchOnly) return null;
  return (
    <Button
      icon={<Repeat aria-hidden size={16} />}
      onClick={() => {
        recreate(battle);
        void navigate('/casebattles');
      }}
    >
      {texts.actions.recreate}
    </Button>
  );
}

function Waiting({ battle, me }: Pick<ViewActionsProps, 'battle' | 'me'>) {
  const own = ownSeat(battle, me);
  const watchOnly = useWatchOnly(battle.scripted);
  if (me === null)
    return (
      // on phones this button is in the top bar
      <LoginButton variant="primary" className="max-md:hidden" />
    );
  if (me === battle.creatorId) return <CreatorActions battle={battle} />;
  if (own) return <LeaveButton battle={battle} />;
  if (watchOnly) return null;
  return (
    // on phones the free seats themselves are in view
    <Button
      online
      variant="primary"
      className="max-md:hidden"
      icon={<Plus aria-hidden size={16} />}
      onClick={() => openModal('casebattle.join', { gameId: battle.id })}
    >
      {texts.actions.join}
    </Button>
  );
}

function CreatorActions({ battle }: { readonly battle: CasebattleDetails }) {
  const [asking, setAsking] = useState(false);
  const calling = useSend(callBattleBots);
  const cancelling = useSend(cancelCasebattle, {
    onAccepted: () => {
      announce(texts.actions.spokenCancelled);
      void refreshUser();
    },
  });
  if (asking)
    return (
      <>
        <span className="text-sm font-semibold">{texts.actions.confirmCancel}</span>
        <Button onClick={() => setAsking(false)}>{texts.actions.keep}</Button>
        <Button
          variant="danger"
          busy={cancelling.phase === 'sent'}
          onClick={() => void cancelling.run({ gameId: battle.id })}
        >
          {texts.actions.cancelBattle}
        </Button>
      </>
    );
  return (
    <>
      <Button icon={<X aria-hidden size={16} />} onClick={() => setAsking(true)}>
        {texts.actions.cancel}
      </Button>
      <Button
        variant="primary"
        icon={<Bot aria-hidden size={16} />}
        busy={calling.phase === 'sent'}
        onClick={() => void calling.run({ gameId: battle.id })}
      >
        {texts.actions.fill}
      </Button>
    </>
  );
}

function LeaveButton({ battle }: { readonly battle: CasebattleDetails }) {
  const leaving = useSend(leaveCasebattle, {
    onAccepted: () => {
      announce(texts.actions.spokenLeft);
      void refreshUser();
    },
  });
  return (
    <Button
      icon={<LogOut aria-hidden size={16} />}
      busy={leaving.phase === 'sent'}
      onClick={() => void leaving.run({ gameId: battle.id })}
    >
      {texts.actions.leave}
    </Button>
  );
}
