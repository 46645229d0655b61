/** Creates a game with site items: it opens immediately, and so does its view. */
import { createCoinflip } from '@fairpot/contract/coinflip/calls';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { usePicker } from '../../../games-kit/inventory/use-picker.ts';
import type { Picker } from '../../../games-kit/inventory/use-picker.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { CreateForm } from './create-form.tsx';
import { showGame } from '../show-game.ts';
import { texts } from '../texts.ts';
import type { StakeAgain } from './stake-again.ts';

export function CreateModal({ again }: { readonly again?: StakeAgain }) {
  const picker = usePicker(again?.items.map(({ id }) => id));
  const missing = picker.status === 'ready' ? missingItems(again, picker) : [];
  const creating = useSend(createCoinflip, {
    onAccepted: ({ gameId }) => {
      playCue('bet');
      void refetchAll(siteInventory);
      showGame(gameId);
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
      {...(again && { firstSide: again.side })}
      missing={missing}
    />
  );
}

/** Names of the items of a repeated stake that are gone, or cannot be staked now. */
function missingItems(again: StakeAgain | undefined, { index }: Picker): readonly string[] {
  if (!again) return [];
  return again.items
    .filter(({ id }) => index.byId.get(id)?.blocked !== null)
    .map(({ item }) => [item.name, item.itemName].filter(Boolean).join(' '));
}
