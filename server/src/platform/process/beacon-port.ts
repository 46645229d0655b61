/** The beacon port: public randomness by name. A failed or late answer is a value, never an exception. */

export type DrandAnswer =
  | { readonly kind: 'ready'; /** 48 bytes in hex, verified under the pinned key. */ readonly signature: string }
  | { readonly kind: 'not-yet' }
  /** Unreachable, malformed, or a signature that does not verify: try again later, never accept. */
  | { readonly kind: 'unusable'; readonly why: string };

/** A final block of a public chain, reported by at least two of its nodes. */
export interface FinalEosBlock {
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
   * The newest drand round seen with a valid signature, which is a lower bound for the current time; null if the beacon does not answer. Returns the
   * known round at once while it is close to the expected one; otherwise queries the beacon.
   */
  newest(signal: AbortSignal): Promise<number | null>;
  /** The newest final block that `follow` has seen lately, without waiting; null when there is none. */
  finalBlock(): FinalEosBlock | null;
  /** Polls the beacons for news. The node that runs the games calls it every few seconds. Returns what is wrong, if anything. */
  follow(signal: AbortSignal): Promise<readonly string[]>;
}
