/** Creates a game with site items: it opens immediately, and so does its view. */
import { createCoinflip } from '@fairpot/contract/coinflip/calls';
import { MissingItems } from '../../../games-kit/inventory/missing-items.tsx';
import { usePicker } from '../../../games-kit/inventory/use-picker.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { itemsChanged } from '../../../games-kit/items-changed.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { CreateForm } from './create-form.tsx';
import { showGame } from '../show-game.ts';
import { texts } from '../texts.ts';
import type { StakeAgain } from './stake-again.ts';

export function CreateModal({ again }: { readonly again?: StakeAgain }) {
  const picker = usePicker(again?.items.map(({ id }) => id));
  const creating = useSend(createCoinflip, {
    onAccepted: ({ gameId }) => {
      playCue('bet');
      itemsChanged();
      showGame(gameId);
    },
    onRefused: ({ code }) => {
      if (code === 'ITEM_NOT_AVAILABLE') itemsChanged();
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
      missing={again && <MissingItems items={again.items} picker={picker} />}
    />
  );
}
