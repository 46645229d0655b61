/** What the EOS nodes answer, taken together. A failed or late answer is a value, never an exception. */
import type { FinalBlock } from '../../platform/process/beacon-port.ts';

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

/** A block as a lock record has it, when at least two nodes told it. */
export type EosBlockAnswer = ({ readonly kind: 'ready' } & FinalBlock) | EosTrouble;
