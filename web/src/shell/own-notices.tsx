/**
 * Toasts on every page: when a withdrawal address is added or removed (a new one can be used after a day, so there is time to react), and when
 * staff adjust the balance.
 */
import type { CryptoAddressFact } from '@fairpot/contract/crypto/addresses/schemas';
import type { AdjustmentFact } from '@fairpot/contract/operations/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { useTopic } from '../platform/live/live.ts';
import { refreshUser } from '../platform/page/session.ts';
import { TOAST_MS, toastNote, toastSuccess } from '../platform/page/toasts.ts';
import { messages } from '../messages.ts';

export function OwnNotices() {
  useTopic('player', {
    apply: (envelopes) => {
      for (const { body } of envelopes) {
        if (body.type === 'crypto.address') showAddress(body);
        if (body.type === 'balance.adjusted') showAdjustment(body);
      }
    },
    // The address book and the history show missed changes.
    resync: () => undefined,
  });
  return null;
}

function showAddress({ change, address }: CryptoAddressFact): void {
  if (change === 'removed') return toastSuccess(messages.withdrawalAddress.removed(address));
  toastNote(messages.withdrawalAddress.added(address), { durationMs: TOAST_MS.long });
}

function showAdjustment({ amountUsd, why }: AdjustmentFact): void {
  toastSuccess(messages.done.adjusted(formatUsd(centsFromUsd(amountUsd)), why), { durationMs: TOAST_MS.long });
  void refreshUser();
}
