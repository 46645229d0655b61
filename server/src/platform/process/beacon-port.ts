/** The beacon port: public randomness by name. A failed or late answer is a value, never an exception. */

export type DrandAnswer =
  | { readonly kind: 'ready'; /** 48 bytes in hex, verified under the pinned key. */ readonly signature: string }
  | { readonly kind: 'not-yet' }
  /** Unreachable, malformed, or a signature that does not verify: try again later, never accept. */
  | { readonly kind: 'unusable'; readonly why: string };

/** A block of a public chain, final and told by at least two of its nodes. */
export interface FinalBlock {
  /** Hex of 32 bytes. */
  readonly chain: string;
  readonly block: number;
  /** Hex of 32 bytes; begins with the number. */
  readonly id: string;
}

export interface BeaconGateway {
  /** The output of one drand round. Verified before it is returned. */
  drand(round: number, signal: AbortSignal): Promise<DrandAnswer>;
  /**
   * The newest drand round that was seen with its signature, which shows what time it is at least; null when the beacon is
   * not heard. At once while the one that is known is about the one that the clock expects; otherwise the beacon is asked.
   */
  newest(signal: AbortSignal): Promise<number | null>;
  /** The newest final block that `follow` has seen lately; at once, and null when there is none. */
  finalBlock(): FinalBlock | null;
  /** Looks what the beacons have that is new: called every few seconds by whoever runs the games. What is wrong, if anything. */
  follow(signal: AbortSignal): Promise<readonly string[]>;
}
