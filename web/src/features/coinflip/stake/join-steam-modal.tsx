/** Joins a game with Steam items: a trade offer first, the join when the items have arrived, unless the seat is taken by then. */
import { joinCoinflipSteam } from '@fairpot/contract/coinflip/calls';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { steamInventory } from '@fairpot/contract/inventory/calls';
import { messages } from '../../../messages.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { useSteamBet } from '../../../trade-kit/bets/use-steam-bet.ts';
import { WithOpenGame } from '../../../trade-kit/bets/with-open-game.tsx';
import type { SteamGame } from '../../../trade-kit/steam-items/steam-model.ts';
import { useSteamPicker } from '../../../trade-kit/steam-items/use-steam-picker.ts';
import { JoinForm, closeIfStarted, WithGame } from './join-form.tsx';
import { showGame } from '../show-game.ts';
import { texts } from '../texts.ts';

export function JoinSteamModal({ gameId }: { readonly gameId: string }) {
  return (
    <WithOpenGame>
      {(appId) => <WithGame gameId={gameId}>{(game) => <Join game={game} appId={appId} />}</WithGame>}
    </WithOpenGame>
  );
}

function Join({ game, appId }: { readonly game: CoinflipGame; readonly appId: SteamGame }) {
  const { picker, words, keep } = useSteamPicker(appId, 'stake');
  const bet = useSteamBet({
    keep,
    then: texts.stake.thenJoins,
    onPlaced: (gameId) => {
      playCue('bet');
      toastSuccess(messages.done.joined('coinflip'));
      showGame(gameId);
    },
  });
  const joining = useSend(joinCoinflipSteam, {
    onAccepted: bet.onOrdered,
    onRefused: (refusal) => {
      if (refusal.code === 'ITEM_NOT_AVAILABLE') void refetchAll(steamInventory);
      return closeIfStarted(refusal) || bet.handleRefusal(refusal);
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
      button={texts.stake.sendOffer}
      note={texts.stake.joinNote}
    />
  );
}
