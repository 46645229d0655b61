/** What the person at the page is told wherever they are: that a withdrawal address was added to their account, which takes a day to act on. */
import type { CryptoAddressFact } from '@fairpot/contract/crypto/addresses/schemas';
import { useTopic } from '../platform/live/live.ts';
import { TOAST_MS, toastNote, toastSuccess } from '../platform/page/toasts.ts';

export function OwnNotices() {
  useTopic('player', {
    apply: (envelopes) => {
      for (const { body } of envelopes) {
        const fact = body as unknown as CryptoAddressFact;
        if (fact.type === 'crypto.address') showToast(fact);
      }
    },
    // What was missed stands in the address book.
    resync: () => undefined,
  });
  return null;
}

function showToast({ change, address }: CryptoAddressFact): void {
  if (change === 'removed') return toastSuccess(`Withdrawal address removed: ${address}`);
  toastNote(`Withdrawal address added: ${address}. If that was not you, remove it on the withdraw page`, {
    durationMs: TOAST_MS.long,
  });
}
