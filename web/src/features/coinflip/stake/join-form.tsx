/**
 * The form to join a game with items from either inventory: the free side, items whose total fits the window, and the chance
 * they give. The windows (join-modal.tsx, join-steam-modal.tsx) pass the picker and the command. Closes with 'This coinflip is
 * started' when another player joins first.
 */
import { useEffect, type ReactNode } from 'react';
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import { otherSide } from '@fairpot/contract/coinflip/views';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { Loaded, SAFE } from '../../../games-kit/page-parts.tsx';
import { messages } from '../../../messages.ts';
import type { ApiRefusal } from '../../../platform/calls/api.ts';
import { closeModal } from '../../../platform/page/modal.ts';
import { useSession } from '../../../platform/page/session.ts';
import { usePaused } from '../../../platform/page/settings.ts';
import { toastError, toastSuccess } from '../../../platform/page/toasts.ts';
import { StakeForm, type StakeWindow } from '../../../trade-kit/bets/stake-form.tsx';
import { useStakeStop } from '../../../trade-kit/deposit-stop.ts';
import { cx } from '../../../ui/layout/cx.ts';
import { UserName } from '../../../ui/people/user-name.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { SideAvatar, SideChip } from '../list/player-side.tsx';
import { chanceAgainst, joinRefusal, windowOf, windowText } from '../money-text.ts';
import { showGame } from '../show-game.ts';
import { SIDE_LOOKS, seatOf } from '../side.ts';
import { useCoinflip } from '../use-coinflips.ts';
import { FeeNote } from './fee-note.tsx';
import { joinSources } from './sources.ts';
import { texts } from '../texts.ts';

export interface WithGameProps {
  readonly gameId: string;
  readonly children: (game: CoinflipGame) => ReactNode;
}

/** The game, once loaded. */
export function WithGame({ gameId, children }: WithGameProps) {
  return (
    <Loaded answer={useCoinflip(gameId)} loading={<Skeleton className="h-[560px]" />} reassurance={SAFE.items}>
      {children}
    </Loaded>
  );
}

/** For `onRefused`: closes the window and returns true when another player joined first. */
export function closeIfStarted({ code }: ApiRefusal): boolean {
  if (code !== 'COINFLIP_STARTED' && code !== 'GAME_FINISHED') return false;
  toastError(messages.say.started('coinflip'));
  closeModal();
  return true;
}

/** After the join. */
export function showJoined(gameId: string): void {
  toastSuccess(messages.done.joined('coinflip'));
  showGame(gameId);
}

export interface CoinflipJoinFormProps extends StakeWindow {
  readonly game: CoinflipGame;
  /** Runs the command; called only when nothing blocks the stake. */
  readonly onJoin: (side: Side) => void;
  readonly button: (side: string) => string;
  /** Note on this way of staking. */
  readonly note?: string;
}

export function JoinForm({ game, onJoin, button, note, ...window }: CoinflipJoinFormProps) {
  const { source, picker } = window;
  const { user } = useSession();
  const side = otherSide(game.firstSide);
  const stop = useStakeStop(source, picker.total);
  const paused = usePaused('coinflip');
  const problem = stop?.text ?? joinRefusal(game, picker.total);
  const taken = game.phase !== 'WAITING' && game.secondUser?.id !== user.id;
  useEffect(() => {
    if (!taken) return;
    toastError(game.phase === 'CANCELLED' ? texts.stake.cancelled : messages.say.started('coinflip'));
    closeModal();
  }, [taken, game.phase]);
  const join = () => {
    if (problem !== null) toastError(problem);
    else onJoin(side);
  };
  return (
    <StakeForm
      {...window}
      sources={joinSources(game.id)}
      head={<Opponent game={game} />}
      window={windowOf(game)}
      chance={chanceAgainst(picker.total, centsFromUsd(game.firstTotalUsd))}
      stop={stop}
      problem={problem}
      button={button(SIDE_LOOKS[side].name.toLowerCase())}
      disabled={paused || picker.selection.length === 0 || stop !== null}
      onStake={join}
      status={paused ? messages.say.gamePaused : null}
    >
      <FeeNote bps={game.feeBps} />
      {note !== undefined && <p className="text-xs text-fg-2">{note}</p>}
    </StakeForm>
  );
}

/** The opponent with stake and side, the player's own side, and the range to stake. */
function Opponent({ game }: { readonly game: CoinflipGame }) {
  const seat = seatOf(game, game.firstSide);
  const side = otherSide(game.firstSide);
  const look = SIDE_LOOKS[side];
  return (
    <div
      className={
        'grid gap-3 rounded-md border border-line bg-ink-3 p-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] ' +
        'sm:items-center'
      }
    >
      <div className="flex min-w-0 items-center gap-4 pl-1">
        {seat && <SideAvatar side={game.firstSide} seat={seat} />}
        <div className="min-w-0">
          <UserName user={game.firstUser} />
          <p className="text-sm text-fg-2">
            <Money cents={centsFromUsd(game.firstTotalUsd)} className="font-bold text-fg" />{' '}
            {texts.stake.in(game.firstItems.length)}
          </p>
        </div>
      </div>
      <span className="text-sm font-black text-fg-3 max-sm:hidden">{texts.stake.versus}</span>
      <div className="flex min-w-0 items-center gap-3 sm:flex-row-reverse sm:text-right">
        <SideChip side={side} large />
        <div className="min-w-0">
          <p className={cx('font-bold', look.text)}>{texts.stake.youPlay(look.name.toLowerCase())}</p>
          <p className="text-sm text-fg-2">
            {texts.stake.stake} <span className="font-bold text-fg">{windowText(game)}</span>
          </p>
        </div>
      </div>
    </div>
  );
}
