/** The beacon port: public randomness by name. A failed or late answer is a value, never an exception. */

export type DrandAnswer =
  | { readonly kind: 'ready'; /** 48 bytes in hex, verified under the pinned key. */ readonly signature: string }
  | { readonly kind: 'not-yet' }
  /** Unreachable, malformed, or a signature that does not verify: try again later, never accept. */
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * What is wrong with the EOS nodes. Whoever asked waits and asks again; no answer of a single node is ever taken instead.
 * `unreachable`: no answer, late, too long, or not of the protocol's shape. `foreign-chain`: another chain than the
 * configured one. `lagging`: a head that is old (or ahead of our clock). `gap`: a final block that the node lacks.
 * `tampered`: an answer for another block, or an id that does not begin with the block's number. `disagreement`: two
 * nodes tell two ids, or two times, of one block.
 */
export type EosFault = 'unreachable' | 'foreign-chain' | 'lagging' | 'gap' | 'tampered' | 'disagreement';

export interface EosTrouble {
  readonly kind: 'unusable';
  readonly fault: EosFault;
  /** For the operator: which node, and what it said. Holds no secret. */
  readonly why: string;
}

/** The chain's head as at least two nodes tell it: the highest of their numbers, so that what is named from it lies ahead. */
export type EosHeadAnswer =
  | { readonly kind: 'ready'; readonly chain: string; readonly num: number; /** Epoch ms. */ readonly time: number }
  | EosTrouble;

export type EosBlockAnswer =
  | {
      readonly kind: 'ready';
      readonly chain: string;
      readonly block: number;
      /** 32 bytes in hex; at least two nodes say so, and hold the block as final. */
      readonly id: string;
      /** The block's own timestamp, epoch ms. */
      readonly time: number;
    }
  /** Not produced yet, or not final yet, at nodes that are up to date. */
  | { readonly kind: 'not-yet' }
  | EosTrouble;

export interface BeaconGateway {
  /** The output of one drand round. Verified before it is returned. */
  drand(round: number, signal: AbortSignal): Promise<DrandAnswer>;
  /** The head of the EOS chain now. A battle's lock names its fair block from it (schedule.ts `fairBlockFor`). */
  eosHead(signal: AbortSignal): Promise<EosHeadAnswer>;
  /** One final EOS block, by number. */
  eosBlock(block: number, signal: AbortSignal): Promise<EosBlockAnswer>;
}
