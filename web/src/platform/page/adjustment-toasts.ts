/** A toast when staff adjust the player's balance, with the reason. The history keeps it for later. */
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { useTopic } from '../live/live.ts';
import { refreshUser } from './session.ts';
import { TOAST_MS, toastSuccess } from './toasts.ts';

/** Follows the player's own topic while mounted. */
export function useAdjustmentToasts(): void {
  useTopic('player', {
    apply: (facts) => {
      for (const { body } of facts) {
        if (body.type !== 'balance.adjusted') continue;
        const { amountUsd, why } = body;
        toastSuccess(messages.done.adjusted(formatUsd(centsFromUsd(amountUsd)), why), { durationMs: TOAST_MS.long });
        void refreshUser();
      }
    },
    resync: () => undefined,
  });
}
