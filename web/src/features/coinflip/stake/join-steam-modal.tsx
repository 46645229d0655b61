/** Joining a game with items at Steam: a trade offer first, the join when they have come, if nobody was quicker. */
import { joinCoinflipSteam } from '@fairpot/contract/coinflip/calls';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { steamInventory } from '@fairpot/contract/inventory/calls';
import { messages } from '../../../messages.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { useSteamBet } from '../../../trade-kit/bets/use-steam-bet.ts';
import { WithOpenGame } from '../../../trade-kit/bets/with-open-game.tsx';
import type { SteamGame } from '../../../trade-kit/steam-items/steam-model.ts';
import { useSteamPicker } from '../../../trade-kit/steam-items/use-steam-picker.ts';
import { JoinForm, wasQuicker, WithGame } from './join-form.tsx';
import '../modals.ts';

export function JoinSteamModal({ gameId }: { readonly gameId: string }) {
  return (
    <WithOpenGame>
      {(appId) => <WithGame gameId={gameId}>{(game) => <Join game={game} appId={appId} />}</WithGame>}
    </WithOpenGame>
  );
}

function Join({ game, appId }: { readonly game: CoinflipGame; readonly appId: SteamGame }) {
  const { picker, words } = useSteamPicker(appId, 'stake');
  const bet = useSteamBet({
    then: 'Then you join this game, if nobody was quicker.',
    onPlaced: (gameId) => {
      playCue('bet');
      toastSuccess(messages.done.joined('coinflip'));
      openModal('coinflip.view', { gameId });
    },
  });
  const joining = useSend(joinCoinflipSteam, {
    onAccepted: bet.ordered,
    onRefused: (refusal) => {
      if (refusal.code === 'ITEM_NOT_AVAILABLE') void refetchAll(steamInventory);
      return wasQuicker(refusal) || bet.refused(refusal);
    },
  });
  return (
    <JoinForm
      game={game}
      source="steam"
      picker={picker}
      words={words}
      sent={joining.phase === 'sent'}
      refusal={joining.refusal}
      onJoin={(side) => {
        if (bet.check()) void joining.run({ assetIds: [...picker.selection], side, gameId: game.id });
      }}
      button={(side) => `Send the offer, play ${side}`}
      note={
        'Nothing is reserved for you meanwhile: you are in the game when the trade is complete. ' +
        'If somebody was quicker, or prices moved out of the window, your items stay in your site inventory.'
      }
    />
  );
}
