/** Joins the pot with site items, immediately. */
import { getJackpot, joinJackpot } from '@fairpot/contract/jackpot/calls';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import { MissingItems } from '../../games-kit/inventory/missing-items.tsx';
import { usePicker } from '../../games-kit/inventory/use-picker.ts';
import { messages } from '../../messages.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { closeModal } from '../../platform/page/modal.ts';
import { itemsChanged } from '../../games-kit/items-changed.ts';
import { playCue } from '../../platform/page/sound.ts';
import { toastSuccess } from '../../platform/page/toasts.ts';
import { JoinForm, WithPot } from './join-form.tsx';
import { texts } from './texts.ts';

export interface JoinModalProps {
  /** The stake to repeat. */
  readonly again?: readonly StakedItem[];
}

export function JoinModal({ again }: JoinModalProps) {
  return <WithPot>{(state) => <Join state={state} {...(again && { again })} />}</WithPot>;
}

function Join({ state, again }: JoinModalProps & { readonly state: JackpotState }) {
  const picker = usePicker(again?.map(({ id }) => id));
  const joining = useSend(joinJackpot, {
    onAccepted: () => {
      playCue('bet');
      toastSuccess(messages.done.joined('jackpot'));
      itemsChanged();
      closeModal();
    },
    onRefused: ({ code }) => {
      if (code === 'ITEM_NOT_AVAILABLE') itemsChanged();
      if (code === 'JACKPOT_FINISHING' || code === 'NO_GAME') void refetchAll(getJackpot);
    },
  });
  return (
    <JoinForm
      state={state}
      source="site"
      picker={picker}
      sent={joining.phase === 'sent'}
      refusal={joining.refusal}
      onJoin={() => void joining.run({ inventoryIds: [...picker.selection] })}
      button={texts.join.button}
      missing={again && <MissingItems items={again} picker={picker} />}
    />
  );
}
