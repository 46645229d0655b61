/** The beacon port: public randomness by name. A failed or late answer is a value, never an exception. */

export type DrandAnswer =
  | { readonly kind: 'ready'; /** 48 bytes in hex, verified under the pinned key. */ readonly signature: string }
  | { readonly kind: 'not-yet' }
  /** Unreachable, malformed, or a signature that does not verify: try again later, never accept. */
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * What is wrong with the EOS nodes. No answer of a single node is ever taken instead.
 * `unreachable`: no answer, late, too long, or not of the protocol's shape. `foreign-chain`: another chain than the
 * configured one. `lagging`: a head that is old. `gap`: a final block that the node lacks.
 * `tampered`: an answer for another block, or an id that does not begin with the block's number. `disagreement`: two
 * nodes tell two ids of one block.
 */
export type EosFault = 'unreachable' | 'foreign-chain' | 'lagging' | 'gap' | 'tampered' | 'disagreement';

export interface EosTrouble {
  readonly kind: 'unusable';
  readonly fault: EosFault;
  /** For the operator: which node, and what it said. Holds no secret. */
  readonly why: string;
}

/** A block of EOS as a lock record has it, when at least two nodes told it. */
export type EosBlockAnswer =
  | {
      readonly kind: 'ready';
      /** Hex of 32 bytes. */
      readonly chain: string;
      readonly block: number;
      /** Hex of 32 bytes; begins with the number. At least two nodes say so, and hold the block as final. */
      readonly id: string;
    }
  | EosTrouble;

export interface BeaconGateway {
  /** The output of one drand round. Verified before it is returned. */
  drand(round: number, signal: AbortSignal): Promise<DrandAnswer>;
  /**
   * The newest drand round that was seen with its signature, which shows what time it is at least; null when the beacon is
   * not heard. At once while the one that is known is about the one that the clock expects; otherwise the beacon is asked.
   */
  newest(signal: AbortSignal): Promise<number | null>;
  /** The newest final EOS block that `follow` has seen lately; at once, and null when there is none. */
  finalBlock(): Extract<EosBlockAnswer, { kind: 'ready' }> | null;
  /** Looks what the beacons have that is new: called every few seconds by whoever runs the games. What is wrong, if anything. */
  follow(signal: AbortSignal): Promise<readonly string[]>;
}
