/** The beacon port: public randomness by name. A failed or late answer is a value, never an exception. */

export type DrandAnswer =
  | { readonly kind: 'ready'; /** 48 bytes in hex, verified under the pinned key. */ readonly signature: string }
  | { readonly kind: 'not-yet' }
  /** Unreachable, malformed, or a signature that does not verify: try again later, never accept. */
  | { readonly kind: 'unusable'; readonly why: string };

export interface BeaconGateway {
  /** The output of one drand round. Verified before it is returned. */
  drand(round: number, signal: AbortSignal): Promise<DrandAnswer>;
}
