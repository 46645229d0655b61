/**
 * The text that proves a key: which address, over which statement. Does not load the curve, so a page shows it cheaply.
 */
import { isHexOf } from '../encoding/bytes.ts';

export const RESERVE_NETWORKS = ['tron', 'bitcoin', 'ethereum'] as const;
export type ReserveNetwork = (typeof RESERVE_NETWORKS)[number];

/** Which address, and over which statement: its root (64 hex digits) was unknown before it was made. */
export type ReserveClaim = {
  readonly network: ReserveNetwork;
  readonly address: string;
  readonly number: number;
  readonly root: string;
};

/** The text to sign; any wallet's "sign message" will do. Throws for a claim with an ambiguous text. */
export function reserveText({ network, address, number, root }: ReserveClaim): string {
  if (!/^[0-9A-Za-z]{20,100}$/.test(address)) throw new Error('not an address');
  if (!Number.isSafeInteger(number) || number < 1) throw new Error('not the number of a statement');
  if (!isHexOf(root, 32)) throw new Error('not the root of a statement');
  return `Fairpot proof of reserves v1\n${network} ${address}\nstatement ${number}\nroot ${root}`;
}
