/** Shown to staff in place of an address: staff never see a player's address. */
import type { Coin } from '@fairpot/contract/crypto/calls';
import { addressWords } from '@fairpot/contract/support/calls';
import { texts } from './texts.ts';

export function StaffChip({ coin }: { readonly coin: Coin | null }) {
  return (
    <span className={coin === null ? 'ticket-chip ticket-chip-removed' : 'ticket-chip'}>
      <strong>{addressWords(coin)}</strong>
      <span className="text-xs text-fg-2">{coin === null ? texts.removed : texts.chip}</span>
    </span>
  );
}
