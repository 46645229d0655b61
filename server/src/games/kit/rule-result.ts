/**
 * The answer of a rule: the value, or the refusal that the player receives. Rules are pure, so they return what
 * commands throw.
 */
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import { refuse, type RefusalDetails } from '../../platform/runner/refused.ts';

export type RuleResult<T> =
  | { readonly value: T }
  | { readonly refused: RefusalCode; readonly details?: RefusalDetails };

/** Returns the value, or ends the command with the refusal. */
export function orRefuse<T>(ruling: RuleResult<T>): T {
  if ('refused' in ruling) return refuse(ruling.refused, ruling.details);
  return ruling.value;
}
