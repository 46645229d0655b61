/** Joins a game with site items, immediately. */
import { joinCoinflip } from '@fairpot/contract/coinflip/calls';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { usePicker } from '../../../games-kit/inventory/use-picker.ts';
import { messages } from '../../../messages.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { itemsChanged } from '../../../games-kit/items-changed.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { JoinForm, closeIfStarted, WithGame } from './join-form.tsx';
import { showGame } from '../show-game.ts';
import { texts } from '../texts.ts';

export function JoinModal({ gameId }: { readonly gameId: string }) {
  return <WithGame gameId={gameId}>{(game) => <Join game={game} />}</WithGame>;
}

function Join({ game }: { readonly game: CoinflipGame }) {
  const picker = usePicker();
  const joining = useSend(joinCoinflip, {
    onAccepted: ({ gameId }) => {
      playCue('bet');
      toastSuccess(messages.done.joined('coinflip'));
      itemsChanged();
      showGame(gameId);
    },
    onRefused: (refusal) => {
      if (refusal.code === 'ITEM_NOT_AVAILABLE') itemsChanged();
      return closeIfStarted(refusal);
    },
  });
  return (
    <JoinForm
      game={game}
      source="site"
      picker={picker}
      sent={joining.phase === 'sent'}
      refusal={joining.refusal}
      onJoin={(side) => void joining.run({ inventoryIds: [...picker.selection], side, gameId: game.id })}
      button={texts.stake.joinOn}
    />
  );
}
