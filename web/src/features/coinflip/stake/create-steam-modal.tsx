/** The window that creates a coinflip with Steam items. The site sends a trade offer; the coinflip opens when the items arrive. */
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
import { texts } from '../texts.ts';

export function CreateSteamModal() {
  return <WithOpenGame>{(appId) => <Create appId={appId} />}</WithOpenGame>;
}

function Create({ appId }: { readonly appId: SteamGame }) {
  const { picker, words } = useSteamPicker(appId, 'stake');
  const bet = useSteamBet({
    then: texts.stake.thenOpens,
    onPlaced: (gameId) => {
      playCue('bet');
      openModal('coinflip.view', { gameId });
    },
  });
  const creating = useSend(createCoinflipSteam, {
    onAccepted: bet.onOrdered,
    onRefused: (refusal) => {
      if (refusal.code === 'ITEM_NOT_AVAILABLE') void refetchAll(steamInventory);
      return bet.handleRefusal(refusal);
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
      button={texts.stake.sendOffer}
      note={texts.stake.createNote}
    />
  );
}
