/**
 * The two kinds of failure. `refuse` is for what players can cause: it becomes an answer with the refusal's status and
 * text. `invariant` is for our bugs: the transaction rolls back, the caller sees 500 with the request id, the log all.
 */
import { refusalText, type RefusalCode } from '@fairpot/contract/wire/refusals';

export type Details = Readonly<Record<string, string | number>>;

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: RefusalCode;
  readonly details: Details;

  constructor(code: RefusalCode, details: Details = {}) {
    super(refusalText(code, details));
    this.code = code;
    this.details = details;
  }
}

/** Ends the command with a refusal. */
export function refuse(code: RefusalCode, details: Details = {}): never {
  throw new Refused(code, details);
}

/** What a command decided on is no longer so, and nothing may be written: the runner rolls back and runs the command again. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** The server must not start until a person acts; the message says what happened and what to do. Exit status 2. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Throws unless `holds`: something that our own code guarantees does not. */
export function invariant(holds: unknown, what: string): asserts holds {
  if (!holds) throw new InvariantBroken(what);
}
