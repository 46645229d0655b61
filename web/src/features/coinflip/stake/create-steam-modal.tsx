/** Opening a game with items at Steam: a trade offer first, the game when they have come. */
import { createCoinflipSteam } from '@fairpot/contract/coinflip/calls';
import { steamInventory } from '@fairpot/contract/inventory/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { useSteamBet } from '../../../trade-kit/bets/use-steam-bet.ts';
import { WithOpenGame } from '../../../trade-kit/bets/with-open-game.tsx';
import type { SteamGame } from '../../../trade-kit/steam-items/steam-model.ts';
import { useSteamPicker } from '../../../trade-kit/steam-items/use-steam-picker.ts';
import { CreateForm } from './create-form.tsx';
import '../modals.ts';

export function CreateSteamModal() {
  return <WithOpenGame>{(appId) => <Create appId={appId} />}</WithOpenGame>;
}

function Create({ appId }: { readonly appId: SteamGame }) {
  const { picker, words } = useSteamPicker(appId, 'stake');
  const bet = useSteamBet({
    then: 'Then your game opens, and others can join it.',
    onPlaced: (gameId) => {
      playCue('bet');
      openModal('coinflip.view', { gameId });
    },
  });
  const creating = useSend(createCoinflipSteam, {
    onAccepted: bet.ordered,
    onRefused: (refusal) => {
      if (refusal.code === 'ITEM_NOT_AVAILABLE') void refetchAll(steamInventory);
      return bet.refused(refusal);
    },
  });
  return (
    <CreateForm
      source="steam"
      picker={picker}
      words={words}
      sent={creating.phase === 'sent'}
      refusal={creating.refusal}
      onCreate={(side) => {
        if (bet.check()) void creating.run({ assetIds: [...picker.selection], side });
      }}
      button={(side) => `Send the offer, play ${side}`}
      note="Your game opens when the trade is complete, at the prices of that moment."
    />
  );
}
