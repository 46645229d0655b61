/** Texts and order of the address book: which addresses are usable, and how long a new one is locked. Pure. */
import type { CryptoAddress } from '@fairpot/contract/crypto/addresses/schemas';
import type { Network } from '@fairpot/contract/crypto/calls';
import { formatDayTime } from '../../../../platform/page/time.ts';
import { texts as withdrawTexts } from './texts.ts';

const texts = withdrawTexts.addresses;

const HOUR_MS = 60 * 60_000;

export function isUsable({ usableAt }: Pick<CryptoAddress, 'usableAt'>, now: number): boolean {
  return usableAt <= now;
}

/** The addresses of a network, usable ones first. */
export function bookOf(addresses: readonly CryptoAddress[], network: Network, now: number): readonly CryptoAddress[] {
  const own = addresses.filter((each) => each.network === network);
  return [...own.filter((each) => isUsable(each, now)), ...own.filter((each) => !isUsable(each, now))];
}

/** How long a new address is locked, as a sentence. */
export function holdText(holdMs: number): string {
  return holdMs === 0 ? texts.usableAtOnce : texts.hold(Math.ceil(holdMs / HOUR_MS));
}

/** The line under an address: its label, or from when it is usable. */
export function stateText(address: CryptoAddress, now: number): string {
  return isUsable(address, now) ? address.label : texts.usableFrom(formatDayTime(address.usableAt));
}
