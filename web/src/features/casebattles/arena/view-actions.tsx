/** What can be done with a battle right now: join, leave, cancel, call bots, watch again. Called by the view. */
import { Bot, LogOut, Plus, RotateCcw, SkipForward, X } from 'lucide-react';
import { useState } from 'react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { callBattleBots, cancelCasebattle, leaveCasebattle } from '@fairpot/contract/casebattle/calls';
import { LoginButton } from '../../../games-kit/page-parts.tsx';
import { announce } from '../../../platform/page/announcer.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { useWatchOnly } from '../../../platform/page/scripted.ts';
import { refreshUser } from '../../../platform/page/session.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ownSeat } from '../seats.ts';
import type { Replaying } from './use-replay.ts';
import type { Shown } from '../use-stage.ts';

export interface ViewActionsProps {
  readonly battle: CasebattleDetails;
  /** The battle itself, not its replay. */
  readonly view: Shown<CasebattleDetails>;
  readonly me: string | null;
  readonly replay: Replaying;
}

export function ViewActions({ battle, view, me, replay }: ViewActionsProps) {
  if (view.stage !== 'pending' && view.stage !== 'told') return null;
  return (
    <div className="view-actions flex-wrap items-center justify-end gap-2 max-md:[&>.btn]:flex-1">
      {view.stage === 'pending' && <Waiting battle={battle} me={me} />}
      {view.stage === 'told' &&
        (replay.timeline === null ? (
          <Button icon={<RotateCcw aria-hidden size={16} />} onClick={() => replay.play(0)}>
            Replay
          </Button>
        ) : (
          <Button icon={<SkipForward aria-hidden size={16} />} onClick={replay.stop}>
            Skip to the result
          </Button>
        ))}
    </div>
  );
}

function Waiting({ battle, me }: Pick<ViewActionsProps, 'battle' | 'me'>) {
  const own = ownSeat(battle, me);
  const watchOnly = useWatchOnly(battle.scripted);
  if (me === null)
    return (
      // on phones the top bar has it
      <LoginButton variant="primary" className="max-md:hidden" />
    );
  if (me === battle.creatorId) return <CreatorActions battle={battle} />;
  if (own) return <LeaveButton battle={battle} />;
  if (watchOnly) return null;
  return (
    // on phones the free seats themselves are in sight
    <Button
      variant="primary"
      className="max-md:hidden"
      icon={<Plus aria-hidden size={16} />}
      onClick={() => openModal('casebattle.join', { gameId: battle.id })}
    >
      Join battle
    </Button>
  );
}

function CreatorActions({ battle }: { readonly battle: CasebattleDetails }) {
  const [asking, setAsking] = useState(false);
  const calling = useSend(callBattleBots);
  const cancelling = useSend(cancelCasebattle, {
    onAccepted: () => {
      announce('Battle cancelled, every price returned');
      void refreshUser();
    },
  });
  if (asking)
    return (
      <>
        <span className="text-sm font-semibold">Cancel this battle?</span>
        <Button onClick={() => setAsking(false)}>Keep it</Button>
        <Button
          variant="danger"
          busy={cancelling.phase === 'sent'}
          onClick={() => void cancelling.run({ gameId: battle.id })}
        >
          Cancel battle
        </Button>
      </>
    );
  return (
    <>
      <Button icon={<X aria-hidden size={16} />} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <Button
        variant="primary"
        icon={<Bot aria-hidden size={16} />}
        busy={calling.phase === 'sent'}
        onClick={() => void calling.run({ gameId: battle.id })}
      >
        Fill with bots
      </Button>
    </>
  );
}

function LeaveButton({ battle }: { readonly battle: CasebattleDetails }) {
  const leaving = useSend(leaveCasebattle, {
    onAccepted: () => {
      announce('You left the battle, your price returned');
      void refreshUser();
    },
  });
  return (
    <Button
      icon={<LogOut aria-hidden size={16} />}
      busy={leaving.phase === 'sent'}
      onClick={() => void leaving.run({ gameId: battle.id })}
    >
      Leave battle
    </Button>
  );
}
