/** Creates a game with site items: it opens immediately, and so does its view. */
import { createCoinflip } from '@fairpot/contract/coinflip/calls';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { usePicker } from '../../../games-kit/inventory/use-picker.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { CreateForm } from './create-form.tsx';
import { texts } from '../texts.ts';

export function CreateModal() {
  const picker = usePicker();
  const creating = useSend(createCoinflip, {
    onAccepted: ({ gameId }) => {
      playCue('bet');
      void refetchAll(siteInventory);
      openModal('coinflip.view', { gameId });
    },
    onRefused: ({ code }) => {
      if (code === 'ITEM_NOT_AVAILABLE') void refetchAll(siteInventory);
    },
  });
  return (
    <CreateForm
      source="site"
      picker={picker}
      sent={creating.phase === 'sent'}
      refusal={creating.refusal}
      onCreate={(side) => void creating.run({ inventoryIds: [...picker.selection], side })}
      button={texts.stake.createOn}
    />
  );
}
