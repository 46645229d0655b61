/**
 * Joining a game: the side that is free, items whose sum fits the window, the chance they give.
 * Closes with 'This coinflip is started' when somebody else is quicker.
 */
import { useEffect } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip';
import { joinCoinflip, otherSide } from '@fairpot/contract/coinflip';
import { siteInventory } from '@fairpot/contract/inventory';
import { centsFromUsd } from '@fairpot/contract/money';
import { Loaded, SAFE } from '../../../games-kit/page-parts.tsx';
import { messages } from '../../../messages.ts';
import { closeModal, openModal } from '../../../platform/page/modal.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSession } from '../../../platform/page/session.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { toastError, toastSuccess } from '../../../platform/page/toasts.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { InventoryPicker } from '../../../games-kit/inventory/inventory-picker.tsx';
import { usePicker } from '../../../games-kit/inventory/use-picker.ts';
import { FeeNote } from './fee-note.tsx';
import '../modals.ts';
import { chanceAgainst, joinRefusal, windowOf, windowText } from '../money-text.ts';
import { SideAvatar, SideChip } from '../list/player-side.tsx';
import { SIDE_LOOKS, seatOf } from '../side.ts';
import { useCoinflip } from '../use-coinflips.ts';

export function JoinModal({ gameId }: { readonly gameId: string }) {
  return (
    <Loaded answer={useCoinflip(gameId)} loading={<Skeleton className="h-[560px]" />} reassurance={SAFE.items}>
      {(game) => <JoinForm game={game} />}
    </Loaded>
  );
}

function JoinForm({ game }: { readonly game: CoinflipGame }) {
  const picker = usePicker();
  const { user } = useSession();
  const side = otherSide(game.firstSide);
  const problem = joinRefusal(game, picker.total);
  const joining = useSend(joinCoinflip, {
    onAccepted: ({ gameId }) => {
      playCue('bet');
      toastSuccess(messages.done.joined('coinflip'));
      void refetchAll(siteInventory);
      openModal('coinflip.view', { gameId });
    },
    onRefused: ({ code }) => {
      if (code === 'ITEM_NOT_AVAILABLE') void refetchAll(siteInventory);
      if (code !== 'COINFLIP_STARTED' && code !== 'GAME_FINISHED') return false;
      toastError(messages.say.started('coinflip'));
      closeModal();
      return true;
    },
  });

  const taken = game.phase !== 'WAITING' && game.secondUser?.id !== user.id;
  useEffect(() => {
    if (!taken) return;
    toastError(game.phase === 'CANCELLED' ? 'This coinflip was cancelled' : messages.say.started('coinflip'));
    closeModal();
  }, [taken, game.phase]);

  const join = () => {
    if (problem !== null) toastError(problem);
    else void joining.run({ inventoryIds: [...picker.selection], side, gameId: game.id });
  };
  const look = SIDE_LOOKS[side];
  return (
    <div className="grid min-h-0 gap-4">
      <Opponent game={game} />
      <InventoryPicker
        picker={picker}
        window={windowOf(game)}
        chance={chanceAgainst(picker.total, centsFromUsd(game.firstTotalUsd))}
        problem={problem}
        action={
          <Button
            variant="primary"
            size="lg"
            busy={joining.phase === 'sent'}
            disabled={picker.selection.length === 0}
            onClick={join}
          >
            Join on {look.name.toLowerCase()}
          </Button>
        }
      />
      {joining.refusal && <p className="text-sm font-semibold text-bad">{joining.refusal.text}</p>}
      <FeeNote bps={game.feeBps} />
    </div>
  );
}

/** Who is played against, for how much, on which side, and what has to be staked. */
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
            <Money cents={centsFromUsd(game.firstTotalUsd)} className="font-bold text-fg" /> in {game.firstItems.length}{' '}
            {game.firstItems.length === 1 ? 'item' : 'items'}
          </p>
        </div>
      </div>
      <span className="text-sm font-black text-fg-3 max-sm:hidden">VS</span>
      <div className="flex min-w-0 items-center gap-3 sm:flex-row-reverse sm:text-right">
        <SideChip side={side} large />
        <div className="min-w-0">
          <p className={cx('font-bold', look.text)}>You play {look.name.toLowerCase()}</p>
          <p className="text-sm text-fg-2">
            Stake <span className="font-bold text-fg">{windowText(game)}</span>
          </p>
        </div>
      </div>
    </div>
  );
}
