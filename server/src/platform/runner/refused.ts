/**
 * The two kinds of failure. `refuse` is for what callers can cause: it becomes an answer with the refusal's status and text. `invariant` is for bugs:
 * the transaction rolls back, the caller gets 500 with the request id, the log gets everything.
 */
import { refusalText, type RefusalCode } from '@fairpot/contract/wire/refusals';
import { OperatorMustAct } from '../process/exit.ts';

export type RefusalDetails = Readonly<Record<string, string | number>>;

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(refusalText(code, details));
    this.code = code;
    this.details = details;
  }
}

/** Ends the command with a refusal. */
export function refuse(code: RefusalCode, details: RefusalDetails = {}): never {
  throw new Refused(code, details);
}

/** The answer of a rule: its value, or the refusal. Rules are pure, so they return what commands throw. */
export type RuleResult<T> =
  | { readonly value: T }
  | { readonly refused: RefusalCode; readonly details?: RefusalDetails };

/** The value of a rule; ends the command with its refusal. */
export function orRefuse<T>(ruling: RuleResult<T>): T {
  if ('refused' in ruling) return refuse(ruling.refused, ruling.details);
  return ruling.value;
}

/** The state that a command decided on has changed, and it must not write: the runner rolls back and runs the command again. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** The server must not start until the operator acts; the message says what happened and what to do. */
export class StartRefused extends OperatorMustAct {
  override readonly name = 'StartRefused';
}

export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Throws unless `holds`: our own code broke a guarantee. */
export function invariant(holds: unknown, what: string): asserts holds {
  if (!holds) throw new InvariantBroken(what);
}

/** The value under a key for which it was loaded. Throws when it is missing: our own code broke a guarantee. */
export function getKnown<K, V>(values: ReadonlyMap<K, V>, key: K): V {
  const value = values.get(key);
  invariant(value !== undefined, `${String(key)} is not known`);
  return value;
}
