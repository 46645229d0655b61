/** Toasts on every page when a withdrawal address is added or removed: a new one can be used after a day, so there is time to react. */
import type { CryptoAddressFact } from '@fairpot/contract/crypto/addresses/schemas';
import { useTopic } from '../platform/live/live.ts';
import { TOAST_MS, toastNote, toastSuccess } from '../platform/page/toasts.ts';
import { messages } from '../messages.ts';

export function OwnNotices() {
  useTopic('player', {
    apply: (envelopes) => {
      for (const { body } of envelopes) {
        if (body.type === 'crypto.address') showToast(body);
      }
    },
    // The address book shows missed changes.
    resync: () => undefined,
  });
  return null;
}

function showToast({ change, address }: CryptoAddressFact): void {
  if (change === 'removed') return toastSuccess(messages.withdrawalAddress.removed(address));
  toastNote(messages.withdrawalAddress.added(address), { durationMs: TOAST_MS.long });
}
