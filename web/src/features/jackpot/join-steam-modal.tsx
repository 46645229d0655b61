/** Joins the pot with Steam items: a trade offer first, the entry when the items have arrived. */
import { steamInventory } from '@fairpot/contract/inventory/calls';
import { getJackpot, joinJackpotSteam } from '@fairpot/contract/jackpot/calls';
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import { messages } from '../../messages.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { closeModal } from '../../platform/page/modal.ts';
import { playCue } from '../../platform/page/sound.ts';
import { toastSuccess } from '../../platform/page/toasts.ts';
import { WithOpenGame } from '../../trade-kit/bets/with-open-game.tsx';
import { useSteamBet } from '../../trade-kit/bets/use-steam-bet.ts';
import type { SteamGame } from '../../trade-kit/steam-items/steam-model.ts';
import { useSteamPicker } from '../../trade-kit/steam-items/use-steam-picker.ts';
import { JoinForm, WithPot } from './join-form.tsx';
import { texts } from './texts.ts';

export function JoinSteamModal() {
  return <WithOpenGame>{(appId) => <WithPot>{(state) => <Join state={state} appId={appId} />}</WithPot>}</WithOpenGame>;
}

function Join({ state, appId }: { readonly state: JackpotState; readonly appId: SteamGame }) {
  const { picker, words, keep } = useSteamPicker(appId, 'stake');
  const bet = useSteamBet({
    keep,
    then: texts.join.then,
    onPlaced: () => {
      playCue('bet');
      toastSuccess(messages.done.joined('jackpot'));
      closeModal();
    },
  });
  const joining = useSend(joinJackpotSteam, {
    onAccepted: bet.onOrdered,
    onRefused: (refusal) => {
      const { code } = refusal;
      if (code === 'ITEM_NOT_AVAILABLE') void refetchAll(steamInventory);
      if (code === 'JACKPOT_FINISHING' || code === 'NO_GAME') void refetchAll(getJackpot);
      return bet.handleRefusal(refusal);
    },
  });
  const join = () => {
    if (bet.check()) void joining.run({ assetIds: [...picker.selection] });
  };
  return (
    <JoinForm
      state={state}
      source="steam"
      picker={picker}
      words={words}
      sent={joining.phase === 'sent'}
      refusal={joining.refusal}
      onJoin={join}
      button={texts.join.sendOffer}
      note={texts.join.steamNote}
    />
  );
}
