/** The address book in words: which address can be used, and how long one waits. Pure. */
import type { CryptoAddress } from '@fairpot/contract/crypto/addresses/schemas';
import type { Network } from '@fairpot/contract/crypto/calls';
import { formatDayTime } from '../../../../ui/values/time.ts';

const HOUR_MS = 60 * 60_000;

export function isUsable({ usableAt }: Pick<CryptoAddress, 'usableAt'>, now: number): boolean {
  return usableAt <= now;
}

/** Those of a network, those first that can be used. */
export function bookOf(addresses: readonly CryptoAddress[], network: Network, now: number): readonly CryptoAddress[] {
  const own = addresses.filter((each) => each.network === network);
  return [...own.filter((each) => isUsable(each, now)), ...own.filter((each) => !isUsable(each, now))];
}

/** How long a new address waits: 'for 24 h'. */
export function holdText(holdMs: number): string {
  if (holdMs === 0) return 'A new one can be used at once.';
  const hours = Math.ceil(holdMs / HOUR_MS);
  return `A new one waits ${hours} h, so that nobody who got into your account can send your money away at once.`;
}

/** What stands under an address. */
export function stateText(address: CryptoAddress, now: number): string {
  return isUsable(address, now) ? address.label : `New: can be used from ${formatDayTime(address.usableAt)}`;
}
