/** The combined answer of the EOS nodes. A failed or late answer is a value, never an exception. */
import type { FinalEosBlock } from '../../platform/process/beacon-port.ts';

/**
 * What is wrong with the EOS nodes. The answer of a single node is never used instead.
 * `unreachable`: no answer, late, too long, or not in the protocol's format. `foreign-chain`: another chain than the configured one.
 * `lagging`: an old head. `gap`: a final block that the node lacks. `tampered`: an answer for another block, or an id that does not
 * start with the block's number. `disagreement`: two nodes report different ids for one block.
 */
export type EosFault = 'unreachable' | 'foreign-chain' | 'lagging' | 'gap' | 'tampered' | 'disagreement';

export interface EosTrouble {
  readonly kind: 'unusable';
  readonly fault: EosFault;
  /** For the operator: which node, and what it answered. Contains no secret. */
  readonly why: string;
}

/** A block as a lock record has it, once at least two nodes have reported it. */
export type EosBlockAnswer = ({ readonly kind: 'ready' } & FinalEosBlock) | EosTrouble;
