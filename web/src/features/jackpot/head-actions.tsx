/** The pot's sum and the button to join it, or why one cannot. In the head of the page, and of the page of the open round. */
import { Plus } from 'lucide-react';
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { LoginButton, LoginOr } from '../../games-kit/page-parts.tsx';
import { useNoPlay, useWatchOnly } from '../../platform/page/scripted.ts';
import { useSession } from '../../platform/page/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/values/money.tsx';
import { useJoin } from './use-join.ts';
import { texts } from './texts.ts';

export interface HeadActionsProps {
  readonly state: JackpotState | undefined;
}

export function HeadActions({ state }: HeadActionsProps) {
  const game = state?.game;
  const closed = useWatchOnly(game?.scripted === true && game.phase !== 'SETTLED');
  const noPlay = useNoPlay();
  const open = useJoin(game);
  const isKnown = useSession().status !== 'loading';
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
          online
          size="lg"
          variant="primary"
          // The first HTML is everyone's: a visitor on a phone would see a button that goes away.
          className={isKnown ? undefined : 'invisible'}
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
